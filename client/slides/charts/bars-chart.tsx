import { percent } from './percent.ts';

interface BarsChartProps {
  /** From the longest to the shortest. The key bars come first. */
  bars: readonly { name: string; value: number; isKey: boolean }[];
  /** The sum of the key bars. */
  total: string;
}

/** Draws bars from one axis, and a bracket with the sum of the key bars. */
export function BarsChart({ bars, total }: BarsChartProps) {
  const row = 100 / bars.length;
  const longest = Math.max(...bars.map(({ value }) => value));
  const length = (value: number) => percent((value / longest) * 69.4);
  const keys = bars.filter(({ isKey }) => isKey).length;
  const bracketEnd = percent(row * keys - 1);
  return (
    <div className="flex min-h-0 grow pt-[.3em]">
      <div className="grid w-[max(8.75cqw,3.6rem)] auto-rows-fr items-center leading-none">
        {bars.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <svg className="chart-plot" aria-hidden="true">
        {bars.map(({ name, value, isKey }, index) => (
          <g key={name}>
            <rect
              className={isKey ? 'deck-key' : 'deck-light stroke-none'}
              y={percent(row * (index + 0.16))}
              width={length(value)}
              height={percent(row * 0.68)}
            />
            <text
              className={isKey ? 'font-bold' : ''}
              x={length(value)}
              y={percent(row * (index + 0.5))}
              dx=".55em"
              dy=".36em"
            >
              {value}
            </text>
          </g>
        ))}
        <line y2="100%" />
        <line x1="81.5%" x2="83.2%" y1="1%" y2="1%" />
        <line x1="83.2%" x2="83.2%" y1="1%" y2={bracketEnd} />
        <line x1="81.5%" x2="83.2%" y1={bracketEnd} y2={bracketEnd} />
        <text
          className="slide-heading text-[2.1em] small:text-[1.35em]"
          x="86%"
          y={percent((row * keys) / 2)}
          dy=".33em"
        >
          {total}
        </text>
      </svg>
    </div>
  );
}
