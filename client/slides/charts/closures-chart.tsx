import type { ClosuresExhibit } from '../../deck/content.ts';
import { useBare } from '../drawing.ts';
import { BareWords } from './bare-words.tsx';
import { percent } from './percent.ts';

const columns =
  'grid grid-cols-[13%_1fr_18%] small:grid-cols-[max(17.2%,4em)_1fr_max(24.5%,5.6em)]';

/** Draws the closures over time, and how many units a day change hub in each step. */
export function ClosuresChart(exhibit: ClosuresExhibit) {
  const { periods, head, rows, limit } = exhibit;
  if (useBare())
    return (
      <div className="flex min-h-0 grow pt-[2%]">
        <BareWords count={rows.length} className="w-1/5" />
        <Bars {...exhibit} />
      </div>
    );
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className={`${columns} border-deck-ink border-b py-[.35em] text-deck-ink-2`}>
        <span />
        <span className="grid grid-cols-3 whitespace-nowrap">
          {periods.map((period) => (
            <span key={period} className="pl-[.4em] small:pl-[.2em] small:text-[.9em]">
              {period}
            </span>
          ))}
        </span>
        <span className="pl-[.4em] whitespace-nowrap">{head}</span>
      </div>
      <div className={`${columns} relative min-h-0 grow`}>
        <div className="grid auto-rows-fr items-center whitespace-nowrap leading-none">
          {rows.map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <Bars {...exhibit} />
        <Steps {...exhibit} />
      </div>
      <p className={`${columns} pt-[.35em]`}>
        <span className="col-start-3 pl-[.45em]">
          <b>{limit.label}</b> <span className="ml-[.3em] text-deck-ink-2">{limit.value}</span>
        </span>
      </p>
    </div>
  );
}

/** Draws when each hub closes. */
function Bars({ periods, rows }: ClosuresExhibit) {
  const row = 100 / rows.length;
  const width = 100 / periods.length;
  return (
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
      {rows.map(({ name, from, to, isKey }, index) => (
        <rect
          key={name}
          className={isKey ? 'deck-key' : 'fill-deck-mid stroke-none'}
          x={percent(width * from)}
          y={percent(row * (index + 0.22))}
          width={percent(width * (to - from))}
          height={percent(row * 0.56)}
        />
      ))}
    </svg>
  );
}

/** Draws the units of each step beside the hubs that close in it, and a line under each step. */
function Steps({ rows, moves }: ClosuresExhibit) {
  const row = 100 / rows.length;
  /** How many rows begin in each period. */
  const steps = moves.map((move, period) => ({
    ...move,
    hubs: rows.filter(({ from }) => Math.floor(from) === period).length,
  }));
  const ends = steps.map((_, index) =>
    steps.slice(0, index + 1).reduce((total, { hubs }) => total + hubs, 0),
  );
  return (
    <>
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
    </>
  );
}
