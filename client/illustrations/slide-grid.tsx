import { Drawing } from './drawing.tsx';

const columns = Array.from(
  { length: 12 },
  (_, index) => `M${46.5 + index * 24.8} 34.5h18.7v147.5h-18.7z`,
);

/** The designer's portrait: a slide on its grid, the title selected. */
export function SlideGrid() {
  return (
    <Drawing>
      <path className="d-tint" d={columns.join('')} />
      <path d="M33 21h318.5v175H33zM47 77h191.5v87.5H47zM245.5 77h92.5v87.5h-92.5z" />
      <path className="d-thin" d="M47 77l191.5 87.5M47 164.5 238.5 77" />
      <path className="d-ground" d="M166 170h54v13h-54z" />
      <path className="d-thin" d="M47 172v10M47 177h119M220 177h118M338 172v10" />
      <path className="d-text" d="M254 90h74M254 100h66M254 110h74M254 120h48" />
      <path className="d-pen" d="M42.7 40.9l225.3-3.4.6 23.7-225.6 2.6z" />
      <path className="d-over" d="M47 42.7h216.5v16H47z" />
      <path
        className="d-sheet"
        d="M44 39.7h6v6h-6zM260.5 39.7h6v6h-6zM44 55.7h6v6h-6zM260.5 55.7h6v6h-6z"
      />
      <text x="193" y="181.5" textAnchor="middle">
        16 : 9
      </text>
    </Drawing>
  );
}
