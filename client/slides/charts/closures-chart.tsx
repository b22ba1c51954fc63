import { percent } from './percent.ts';

interface ClosuresChartProps {
  periods: readonly string[];
  /** Each hub that closes: from when to when, counted in periods from the first. */
  closures: readonly { name: string; from: number; to: number; first: boolean }[];
  /** The units a day that change hub, and their share, per step. A step may have several hubs. */
  steps: readonly { units: string; share: string; hubs: number }[];
  /** A word and a share. */
  limit: string;
}

const columns = 'grid grid-cols-[13%_1fr_18%] small:grid-cols-[17.2%_1fr_24.5%]';

/** Draws the closures over time, and how many units a day change hub in each step. */
export function ClosuresChart({ periods, closures, steps, limit }: ClosuresChartProps) {
  const row = 100 / closures.length;
  const width = 100 / periods.length;
  const ends = steps.map((_, index) =>
    steps.slice(0, index + 1).reduce((total, { hubs }) => total + hubs, 0),
  );
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className={`${columns} border-deck-ink border-b py-[.35em] text-deck-ink-2`}>
        <span />
        <span className="grid grid-cols-3 whitespace-nowrap">
          {periods.map((period) => (
            <span key={period} className="pl-[.4em] small:pl-[.2em]">
              {period}
            </span>
          ))}
        </span>
        <span className="pl-[.4em] whitespace-nowrap">Units a day</span>
      </div>
      <div className={`${columns} relative min-h-0 grow`}>
        <div className="grid auto-rows-fr items-center leading-none">
          {closures.map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <svg className="chart-plot h-full" aria-hidden="true">
          {periods.map((period, index) => (
            <line
              key={period}
              className="stroke-deck-rule"
              x1={percent(width * index)}
              x2={percent(width * index)}
              y2="100%"
            />
          ))}
          {closures.map(({ name, from, to, first }, index) => (
            <rect
              key={name}
              className={first ? 'deck-key' : 'fill-deck-mid stroke-none'}
              x={percent(width * from)}
              y={percent(row * (index + 0.22))}
              width={percent(width * (to - from))}
              height={percent(row * 0.56)}
            />
          ))}
        </svg>
        <svg className="chart-plot h-full" aria-hidden="true">
          {steps.map(({ units, share, hubs }, index) => {
            const middle = percent(row * ((ends[index] ?? 0) - hubs / 2));
            return (
              <g key={units}>
                {hubs > 1 && <line y1={percent(row * 0.6)} y2={percent(row * (hubs - 0.45))} />}
                <text x=".45em" y={middle} dy=".36em">
                  <tspan className="font-bold">{units}</tspan>
                  <tspan className="fill-deck-ink-2" dx=".55em">
                    {share}
                  </tspan>
                </text>
              </g>
            );
          })}
        </svg>
        <svg className="absolute inset-0 size-full stroke-deck-rule" aria-hidden="true">
          {ends.map((end) => (
            <line key={end} x2="100%" y1={percent(row * end)} y2={percent(row * end)} />
          ))}
        </svg>
      </div>
      <p className={`${columns} pt-[.35em]`}>
        <span className="col-start-3 pl-[.45em]">
          <b>{limit.split(' ')[0]}</b>{' '}
          <span className="ml-[.3em] text-deck-ink-2">{limit.split(' ')[1]}</span>
        </span>
      </p>
    </div>
  );
}
