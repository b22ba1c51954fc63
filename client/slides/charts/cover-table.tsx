interface CoverTableProps {
  regions: readonly {
    name: string;
    /** How many hubs there are before and after the plan. */
    before: number;
    after: number;
    stays: string;
    /** Next-day cover in percent. */
    cover: number;
  }[];
  /** The lowest cover that is accepted, in percent. */
  floor: number;
  floorName: string;
}

const row =
  'grid grid-cols-[12.8%_22.8%_23.1%_1fr] items-center small:grid-cols-[17.2%_30.4%_1fr] border-deck-rule';
const names = 'small:hidden';

/** Returns where a cover stands in its cell, in percent of the cell's width. @param points above the floor. */
const place = (points: number) => `${14.2 + points * 14.5}%`;

/** Draws for each region how many of its hubs stay, and its next-day cover above the floor. */
export function CoverTable({ regions, floor, floorName }: CoverTableProps) {
  const sum = (key: 'before' | 'after') =>
    regions.reduce((total, region) => total + region[key], 0);
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className={`${row} border-b border-deck-ink py-[.35em] text-deck-ink-2`}>
        <span>Region</span>
        <span>Hubs</span>
        <span className={names}>Those that stay</span>
        <span className="whitespace-nowrap">Next-day cover at five hubs</span>
      </div>
      {regions.map(({ name, before, after, stays, cover }) => (
        <div key={name} className={`${row} min-h-0 grow border-b`}>
          <b className="text-[1.08em]">{name}</b>
          <span className="flex items-center gap-[.33em] font-semibold">
            {Array.from({ length: before }, (_, hub) => (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: the hubs have no other order
                key={hub}
                className={`size-[1em] shrink-0 rounded-full border border-deck-mid ${hub < after ? 'border-deck-ink bg-deck-ink' : 'border-dashed'}`}
              />
            ))}
            <span className="ml-[.4em]">{`${before} to ${after}`}</span>
          </span>
          <span className={names}>{stays}</span>
          <svg className="chart-plot h-full" aria-hidden="true">
            <line className="[stroke-dasharray:3_2]" x1={place(0)} x2={place(0)} y1="4%" y2="97%" />
            <line
              className="stroke-[1.5]"
              x1={place(0)}
              x2={place(cover - floor)}
              y1="50%"
              y2="50%"
            />
            <circle className="deck-key" cx={place(cover - floor)} cy="50%" r=".52em" />
            <text className="font-bold" x={place(cover - floor)} y="50%" dx="1em" dy=".36em">
              {`${cover}%`}
            </text>
          </svg>
        </div>
      ))}
      <div className={`${row} pt-[.45em]`}>
        <b className="text-[1.08em]">All</b>
        <b>{`${sum('before')} to ${sum('after')}`}</b>
        <span className={names}>Five hubs</span>
        <span className="pl-[5.5%] text-deck-ink-2">{floorName}</span>
      </div>
    </div>
  );
}
