import { margin, slide } from '../../product-preview/sample/engagement.ts';
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

const looks = {
  total: 'fill-current stroke-none',
  key: 'fill-marker',
  fall: '[stroke-dasharray:3_2]',
  rise: 'fill-slide-mid stroke-none',
};
const label = 'fill-current stroke-none [text-anchor:middle]';

/**
 * The waterfall of slide 4, with a bracket from the first total to the last. It is drawn in percent, so that
 * it fits any place; only distances to its labels are in pixels.
 */
export function WaterfallChart() {
  return (
    <div className="flex min-h-0 grow flex-col justify-center text-[.6875rem] text-slide-ink">
      <svg
        className="mt-9.5 max-h-[19.3cqw] min-h-0 w-full grow overflow-visible fill-none stroke-current tall:max-h-[43.5cqw]"
        aria-hidden="true"
      >
        {bars.slice(0, last).map(({ column, level }) => (
          <line
            key={column}
            className="stroke-slide-mid"
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
              height={percent((top - bottom) / highest)}
            />
            <text
              className={`${label} ${kind === 'total' ? 'font-bold' : 'font-medium'}`}
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
          <path className="fill-current" d="M0-27v6h-3L0-17l3-4H0" />
        </svg>
        <svg x="50%" y="-27" overflow="visible" aria-hidden="true">
          <rect className="fill-slide" x="-36" y="-10" width="72" height="20" rx="10" />
          <text className={`${label} font-bold`} y="4">
            {slide.chart.bracket}
          </text>
        </svg>
      </svg>
      <div className="grid grid-cols-6 gap-x-0.5 pt-1 text-center text-slide-ink-2 leading-[1.1] tracking-[-.03em]">
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
