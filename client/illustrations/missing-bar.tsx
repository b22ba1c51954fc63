import { Drawing } from './drawing.tsx';

const baseline = 174;
const bars = [
  { label: 'p. 1', height: 68 },
  { label: 'p. 2', height: 84 },
  { label: 'p. 3', height: 77.5 },
  { label: 'p. 4', height: 103 },
  { label: '404', height: 107.5 },
  { label: 'p. 6', height: 114 },
  { label: 'p. 7', height: 120.5 },
];
const place = (index: number) => 32 + index * 47.4;
const kinds = ['d-mid', 'd-mid', 'd-mid', 'd-mid', 'd-dash', 'd-mid', 'd-ink'];

/** A bar chart of pages with one bar that has no data. */
export function MissingBar() {
  return (
    <Drawing>
      <path className="d-pen" d="M218.6 157.7l37-2v18.3h-37z" />
      {bars.map(({ label, height }, index) => (
        <g key={label}>
          <path
            className={kinds[index]}
            d={`M${place(index)} ${baseline}v${-height}h32v${height}z`}
          />
          <text className="d-small" x={place(index) + 16} y="190" textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
      <path d="M19 174h346.5" />
      <path className="d-thin" d="M237.5 61V44H258" />
      <text className="d-small" x="263" y="47.5">
        No data for this address
      </text>
    </Drawing>
  );
}
