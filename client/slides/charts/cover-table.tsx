import type { CoverageExhibit } from '../../deck/content.ts';
import { useBare } from '../drawing.ts';
import { BareWords } from './bare-words.tsx';

const row =
  'grid grid-cols-[12.8%_max(22.8%,7.6em)_23.1%_minmax(0,1fr)] items-center small:grid-cols-[max(17.2%,3.9em)_max(30.4%,7.6em)_minmax(0,1fr)] border-deck-rule';
const names = 'small:hidden';

/** Returns where a cover stands in its cell, in percent of the cell's width. @param points above the floor. */
const place = (points: number) => `${14.2 + points * 14.5}%`;

/** Draws for each region how many of its hubs stay, and its next-day cover above the floor. */
export function CoverTable({ heads, rows, total, floor }: CoverageExhibit) {
  const sum = (key: 'before' | 'after') => rows.reduce((all, region) => all + region[key], 0);
  const [region, hubs, stay, coverHead] = heads;
  if (useBare())
    return (
      <div className="flex min-h-0 grow items-stretch gap-[8%] pt-[2%]">
        <BareWords count={rows.length} className="w-[22%]" />
        <BareWords count={rows.length} className="w-[36%]" />
        <span className="ml-auto grid auto-rows-fr items-center">
          {rows.map(({ name }) => (
            <i key={name} className="size-[min(6px,4.5cqw)] rounded-full bg-deck-ink" />
          ))}
        </span>
      </div>
    );
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className={`${row} border-b border-deck-ink py-[.35em] text-deck-ink-2`}>
        <span>{region}</span>
        <span>{hubs}</span>
        <span className={names}>{stay}</span>
        <span className="small:justify-self-end small:whitespace-nowrap">{coverHead}</span>
      </div>
      {rows.map(({ name, before, after, stays, cover }) => (
        <div key={name} className={`${row} min-h-0 grow border-b`}>
          <b className="text-[1.08em]">{name}</b>
          <span className="flex items-center gap-[.33em] font-semibold">
            {Array.from({ length: before }, (_, hub) => (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: the hubs have no other order
                key={hub}
                className={`size-[1em] shrink-0 rounded-full border border-deck-ink ${hub < after ? 'bg-deck-strong' : 'border-dashed'}`}
              />
            ))}
            <span className="ml-[.4em] whitespace-nowrap">{`${before} to ${after}`}</span>
          </span>
          <span className={names}>{stays}</span>
          <svg className="chart-plot h-full" aria-hidden="true">
            <line
              className="[stroke-dasharray:.27em_.18em]"
              x1={place(0)}
              x2={place(0)}
              y1="4%"
              y2="97%"
            />
            <line
              className="stroke-[1.5]"
              x1={place(0)}
              x2={place(cover - floor.value)}
              y1="50%"
              y2="50%"
            />
            <circle className="deck-key" cx={place(cover - floor.value)} cy="50%" r=".52em" />
            <text className="font-bold" x={place(cover - floor.value)} y="50%" dx="1em" dy=".36em">
              {`${cover}%`}
            </text>
          </svg>
        </div>
      ))}
      <div className={`${row} pt-[.45em]`}>
        <b className="text-[1.08em]">{total.name}</b>
        <b>{`${sum('before')} to ${sum('after')}`}</b>
        <span className={names}>{total.stays}</span>
        <span className="pl-[5.5%] text-deck-ink-2">{floor.text}</span>
      </div>
    </div>
  );
}
