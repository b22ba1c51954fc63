import type { BridgeExhibit } from '../../deck/content.ts';
import { useBare } from '../drawing.ts';
import type { ShortLabels } from '../slide-content.ts';
import { Label } from './label.tsx';
import { percent } from './percent.ts';
import { Pill } from './pill.tsx';
import { printed, waterfall } from './waterfall.ts';

/** How wide a bar is, in columns. */
const barWidth = 0.67;

const looks = {
  total: 'fill-deck-strong stroke-none',
  key: 'deck-key',
  fall: '[stroke-dasharray:.27em_.18em]',
  rise: 'fill-deck-mid stroke-none',
};

/** Draws a bridge, with a bracket from the first total to the last. */
export function WaterfallChart({ steps, callout, short = [] }: BridgeExhibit & ShortLabels) {
  const isBare = useBare();
  const bars = waterfall(steps).map((bar, column) => ({ ...bar, column }));
  const last = bars.length - 1;
  const highest = Math.max(...bars.map(({ top }) => top));
  // Lengths and places in percent of the chart.
  const x = (column: number) => percent((column / steps.length) * 100);
  const height = (value: number) => percent((value / highest) * 100);
  const y = (value: number) => percent((1 - value / highest) * 100);
  const left = (column: number) => x(column + (1 - barWidth) / 2);
  const right = (column: number) => x(column + (1 + barWidth) / 2);
  const middle = (column: number) => x(column + 0.5);
  return (
    <div className="chart">
      <svg className={`chart-plot ${isBare ? '' : 'mt-[3.1em]'}`} aria-hidden="true">
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
            <Label
              className={`[text-anchor:middle] ${kind === 'total' ? 'font-bold' : 'font-medium'}`}
              x={middle(column)}
              y={y(kind === 'fall' ? bottom : top)}
              dy={kind === 'fall' ? '1.27em' : '-.45em'}
            >
              {printed({ value, kind })}
            </Label>
          </g>
        ))}
        <line x2="100%" y1="100%" y2="100%" />
        {!isBare && (
          <>
            <svg y="-1.64em" overflow="visible" aria-hidden="true">
              <line x1={middle(0)} x2={middle(0)} y1="-.9em" y2={y(bars[0]?.top ?? 0)} />
            </svg>
            <line x1={middle(0)} x2={middle(last)} y1="-2.54em" y2="-2.54em" />
            <svg x={middle(last)} y="-2.54em" overflow="visible" aria-hidden="true">
              <path className="fill-current" d="M0 0v6h-3L0 10l3-4H0" />
            </svg>
          </>
        )}
        <Pill x="50%" y="-2.54em">
          {callout}
        </Pill>
      </svg>
      {!isBare && (
        <div className="chart-labels auto-cols-fr grid-flow-col gap-x-0.5 tracking-[-.02em]">
          {bars.map(({ column, name }) => (
            <p key={column}>
              <span className="chart-label whitespace-pre">{name.replace(' ', '\n')}</span>
              <span>{short[column]}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
