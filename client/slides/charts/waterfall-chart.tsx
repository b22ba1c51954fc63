import { margin } from '../../stage/sample/figures.ts';
import { percent } from './percent.ts';
import { Pill } from './pill.tsx';
import { printed, waterfall } from './waterfall.ts';

const bars = waterfall(margin).map((bar, column) => ({ ...bar, column }));
const last = bars.length - 1;
const highest = Math.max(...bars.map(({ top }) => top));
/** How wide a bar is, in columns. */
const barWidth = 0.67;

/** Lengths and places in percent of the chart. */
const x = (column: number) => percent((column / margin.length) * 100);
const height = (value: number) => percent((value / highest) * 100);
const y = (value: number) => percent((1 - value / highest) * 100);
const left = (column: number) => x(column + (1 - barWidth) / 2);
const right = (column: number) => x(column + (1 + barWidth) / 2);
const middle = (column: number) => x(column + 0.5);

const looks = {
  total: 'fill-current stroke-none',
  key: 'deck-key',
  fall: '[stroke-dasharray:3_2]',
  rise: 'fill-deck-mid stroke-none',
};

/** Draws the margin bridge, with a bracket from the first total to the last. */
export function WaterfallChart({ change }: { change: string }) {
  return (
    <div className="chart">
      <svg className="chart-plot mt-[3.1em]" aria-hidden="true">
        {bars.slice(0, last).map(({ column, level }) => (
          <line
            key={column}
            className="stroke-deck-mid"
            x1={right(column)}
            x2={left(column + 1)}
            y1={y(level)}
            y2={y(level)}
          />
        ))}
        {bars.map(({ column, kind, top, bottom, value }) => (
          <g key={column}>
            <rect
              className={looks[kind]}
              x={left(column)}
              y={y(top)}
              width={x(barWidth)}
              height={height(top - bottom)}
            />
            <text
              className={`[text-anchor:middle] ${kind === 'total' ? 'font-bold' : 'font-medium'}`}
              x={middle(column)}
              y={y(kind === 'fall' ? bottom : top)}
              dy={kind === 'fall' ? '1.27em' : '-.45em'}
            >
              {printed({ value, kind })}
            </text>
          </g>
        ))}
        <line x2="100%" y1="100%" y2="100%" />
        <svg y="-1.64em" overflow="visible" aria-hidden="true">
          <line x1={middle(0)} x2={middle(0)} y1="-.9em" y2={y(bars[0]?.top ?? 0)} />
        </svg>
        <line x1={middle(0)} x2={middle(last)} y1="-2.54em" y2="-2.54em" />
        <svg x={middle(last)} y="-2.54em" overflow="visible" aria-hidden="true">
          <path className="fill-current" d="M0 0v6h-3L0 10l3-4H0" />
        </svg>
        <Pill x="50%" y="-2.54em" width={6.6} height={1.7}>
          {change}
        </Pill>
      </svg>
      <div className="chart-labels grid-cols-6 gap-x-0.5 tracking-[-.02em]">
        {bars.map(({ column, label, short }) => (
          <p key={column}>
            <span className="chart-label whitespace-pre">{label.replace('|', '\n')}</span>
            <span>{short}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
