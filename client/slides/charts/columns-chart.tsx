import type { ColumnsExhibit } from '../../deck/content.ts';
import { useBare } from '../drawing.ts';
import type { ShortLabels } from '../slide-content.ts';
import { Label } from './label.tsx';
import { percent } from './percent.ts';

/** Draws columns under a limit, which is the top of the chart. */
export function ColumnsChart({ columns, limit, short = [] }: ColumnsExhibit & ShortLabels) {
  const isBare = useBare();
  const width = 100 / columns.length;
  const height = (value: number) => (value / limit.value) * 100;
  return (
    <div className="chart">
      {!isBare && (
        <p className="text-right">
          <b className="border border-deck-ink bg-deck-label px-[.42em] text-deck-on-label">
            {limit.text}
          </b>
        </p>
      )}
      <svg className="chart-plot" aria-hidden="true">
        <line className="[stroke-dasharray:.27em_.18em]" x2="100%" />
        {columns.map(({ name, value, isPale }, index) => (
          <g key={name}>
            <rect
              className={`stroke-none ${isPale ? 'deck-light' : 'fill-deck-strong'}`}
              x={percent(width * (index + 0.16))}
              y={percent(100 - height(value))}
              width={percent(width * 0.68)}
              height={percent(height(value))}
            />
            <Label
              className="font-bold [text-anchor:middle]"
              x={percent(width * (index + 0.5))}
              y={percent(100 - height(value))}
              dy="-.45em"
            >
              {value}
            </Label>
          </g>
        ))}
        <line x2="100%" y1="100%" y2="100%" />
      </svg>
      {!isBare && (
        <div className="chart-labels grid-cols-9">
          {columns.map(({ name }, index) => (
            <p key={name}>
              <span className="chart-label whitespace-pre">{name.replace(' ', '\n')}</span>
              <span>{short[index]}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
