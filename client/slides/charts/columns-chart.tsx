import { percent } from './percent.ts';

interface ColumnsChartProps {
  /** From the highest to the lowest. A key column is dark. */
  columns: readonly { name: string; value: number; isKey: boolean }[];
  /** A dashed line above the columns. */
  limit: { value: number; label: string };
}

/** Draws columns under a limit, which is the top of the chart. */
export function ColumnsChart({ columns, limit }: ColumnsChartProps) {
  const width = 100 / columns.length;
  const height = (value: number) => (value / limit.value) * 100;
  return (
    <div className="chart">
      <p className="text-right font-semibold">{limit.label}</p>
      <svg className="chart-plot" aria-hidden="true">
        <line className="[stroke-dasharray:3_2]" x2="100%" />
        {columns.map(({ name, value, isKey }, index) => (
          <g key={name}>
            <rect
              className={`stroke-none ${isKey ? 'fill-current' : 'deck-light'}`}
              x={percent(width * (index + 0.16))}
              y={percent(100 - height(value))}
              width={percent(width * 0.68)}
              height={percent(height(value))}
            />
            <text
              className="font-bold [text-anchor:middle]"
              x={percent(width * (index + 0.5))}
              y={percent(100 - height(value))}
              dy="-.45em"
            >
              {value}
            </text>
          </g>
        ))}
        <line x2="100%" y1="100%" y2="100%" />
      </svg>
      <div className="chart-labels grid-cols-9">
        {columns.map(({ name }) => (
          <p key={name} className="whitespace-pre">
            {name.replace(' ', '\n')}
          </p>
        ))}
      </div>
    </div>
  );
}
