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
const bar = (index: number, height: number) =>
  `M${place(index)} ${baseline}v${-height}h32v${height}z`;
const missing = 4;
const fill = (index: number) => {
  if (index === missing) return 'stroke-ink-3';
  return `stroke-none ${index === bars.length - 1 ? 'fill-ink' : 'fill-edge'}`;
};

/** A bar chart of pages with one bar that has no data. */
export function MissingBar() {
  return (
    <Drawing>
      {bars.map(({ label, height }, index) => (
        <g key={label}>
          <path className={fill(index)} strokeDasharray="3 3" d={bar(index, height)} />
          <text x={place(index) + 16} y="190" textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
      <path className="fill-marker stroke-on-marker" d={bar(missing, 16)} />
      <path d="M19 174h346.5" />
      <path className="stroke-edge" d="M237.5 61V44H258" />
      <text className="max-md:[translate:120px_-10px] max-md:[text-anchor:end]" x="263" y="47.5">
        No data for this address
      </text>
    </Drawing>
  );
}
