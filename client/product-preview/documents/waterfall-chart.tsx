import { margin, slide } from '../sample/engagement.ts';
import { printed, waterfall } from './waterfall.ts';

const bars = waterfall(margin).map((bar, column) => ({ ...bar, column }));
const last = bars.length - 1;
const highest = Math.max(...bars.map(({ top }) => top));
/** How wide a bar is, in columns. */
const barWidth = 0.67;

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
const x = (column: number) => percent(column / margin.length);
const y = (value: number) => percent(1 - value / highest);
const left = (column: number) => x(column + (1 - barWidth) / 2);
const right = (column: number) => x(column + (1 + barWidth) / 2);
const middle = (column: number) => x(column + 0.5);

/**
 * The waterfall of slide 4, with a bracket from the first total to the last. It is drawn in percent, so that
 * it fits any place; only distances to its labels are in pixels.
 */
export function WaterfallChart() {
  return (
    <div className="chart">
      <div className="chart-plot">
        <svg className="absolute size-full overflow-visible" aria-hidden="true">
          {bars.slice(0, last).map(({ column, level }) => (
            <line
              key={column}
              className="chart-joint"
              x1={right(column)}
              x2={left(column + 1)}
              y1={y(level)}
              y2={y(level)}
            />
          ))}
          {bars.map(({ column, kind, top, bottom, value }) => (
            <g key={column} className={`chart-${kind}`}>
              <rect
                x={left(column)}
                y={y(top)}
                width={x(barWidth)}
                height={percent((top - bottom) / highest)}
              />
              <text
                x={middle(column)}
                y={y(kind === 'fall' ? bottom : top)}
                dy={kind === 'fall' ? 14 : -5}
              >
                {printed({ value, kind })}
              </text>
            </g>
          ))}
          <line x1="0.8%" x2="99.2%" y1="100%" y2="100%" />
          <g transform="translate(0 -18)">
            <line x1={middle(0)} x2={middle(0)} y1="-9" y2={y(bars[0]?.top ?? 0)} />
          </g>
          <line x1={middle(0)} x2={middle(last)} y1="-27" y2="-27" />
          <svg x={middle(last)} overflow="visible" aria-hidden="true">
            <path className="chart-arrow" d="M0-27v5h-3.5L0-17l3.5-5H0" />
          </svg>
          <svg x="50%" y="-27" overflow="visible" aria-hidden="true">
            <rect className="chart-pill" x="-36" y="-10" width="72" height="20" rx="10" />
            <text className="chart-sum" y="4">
              {slide.chart.bracket}
            </text>
          </svg>
        </svg>
      </div>
      <div className="chart-labels">
        {bars.map(({ column, label, short }) => (
          <span key={column}>
            <span>{label.replace('|', '\n')}</span>
            <span>{short}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
