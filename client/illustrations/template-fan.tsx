import { Drawing } from './drawing.tsx';

/** Where slide `index` of the sixteen stands; its line lengths vary without a pattern one notices. */
function slidePaths(index: number) {
  const column = index % 4;
  const row = Math.floor(index / 4);
  const x = 190.5 + column * 44;
  const y = 24.5 + row * 39;
  return {
    frame: `M${x} ${y}h37.5v21.5h-37.5z`,
    title: `M${x + 5} ${y + 6}h${20 + ((5 * column + 3 * row) % 7)}`,
    text: `M${x + 5} ${y + 11.5}h${16 + ((index * 5) % 3) * 5}m${-16 - ((index * 5) % 3) * 5} 4h${18 + ((index * 7) % 4) * 3}`,
  };
}
const slides = Array.from({ length: 16 }, (_, index) => slidePaths(index));
const joined = (part: keyof ReturnType<typeof slidePaths>) => slides.map((s) => s[part]).join('');

/** One template fans out to sixteen slides, one of them marked. */
export function TemplateFan() {
  return (
    <Drawing>
      <path d="M24.5 60.5H148v69H24.5z" />
      <path className="d-fine" d={joined('frame')} />
      <path className="d-title" d="M36 75h72" />
      <path className="d-dash" d="M36.5 86.5h62v32h-62zM106.5 86.5h30v32h-30z" />
      <path
        className="d-fine"
        d="M148 94.5h20.5M184 35.5h-15.5v117H184M168.5 74.5H184M168.5 113.5H184"
      />
      <path className="d-text d-faint" d={joined('text')} />
      <path className="d-line" d={joined('title')} />
      <path className="d-pen" d="M232.2 105.8l31-1.1v6.1l-31 1.3z" />
      <path className="d-line d-over" d="M239.5 108.5h23.5" />
      <text x="24" y="200">
        One template
      </text>
      <text x="190" y="200">
        Every deck that follows
      </text>
    </Drawing>
  );
}
