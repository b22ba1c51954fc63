import type { LinesExhibit } from '../../deck/content.ts';
import { useBare } from '../drawing.ts';
import { AxisLabels } from './axis-labels.tsx';
import { Label } from './label.tsx';
import { percent } from './percent.ts';
import { Pill } from './pill.tsx';

type Line = LinesExhibit['upper'];

/** Where the first and the last label stand, and the axis, in percent of the chart. */
const [left, right, axis, top] = [4, 72, 93, 15];

/** Draws two lines from one start, and the gap between their ends. */
export function LinesChart({ categories, upper, lower, callout }: LinesExhibit) {
  const isBare = useBare();
  const start = upper.values[0] ?? 0;
  const highest = Math.max(...upper.values);
  const x = (index: number) => left + (index / (categories.length - 1)) * (right - left);
  const y = (value: number) => axis - ((value - start) / (highest - start)) * (axis - top);
  const points = ({ values }: Line) =>
    values.map((value, index) => `${x(index)} ${y(value).toFixed(1)}`);
  const last = categories.length - 1;
  const end = ({ values }: Line) => y(values[last] ?? 0);
  const middle = (end(upper) + end(lower)) / 2;
  return (
    <div className="chart">
      <svg className="chart-plot" aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            className="fill-deck-light stroke-none opacity-40"
            d={`M${points(upper).join('L')}L${points(lower).toReversed().join('L')}z`}
          />
          <path className="stroke-deck-mid" d={`M0 ${axis}h76`} />
          <path
            className={`stroke-deck-mid ${isBare ? '' : 'stroke-2'}`}
            d={`M${points(lower).join('L')}`}
          />
          <path className={isBare ? '' : 'stroke-2'} d={`M${points(upper).join('L')}`} />
          <path
            className="[stroke-dasharray:.27em_.18em]"
            d={`M${right} ${end(upper)}V${end(lower).toFixed(1)}`}
          />
        </svg>
        {[lower, upper].map((line) => (
          <g key={line.name} className={line === lower ? 'fill-deck-mid' : 'fill-current'}>
            {line.values.map((value, index) => (
              <circle
                key={categories[index]}
                className="stroke-none"
                cx={percent(x(index))}
                cy={percent(y(value))}
                r=".3em"
              />
            ))}
          </g>
        ))}
        {[upper, lower].map((line) => (
          <g key={line.name}>
            {/* The label stands to the left over the upper line, and to the right under the lower line. */}
            <Label
              className={`font-bold ${line === upper ? '[text-anchor:end]' : ''}`}
              x={percent(x(1))}
              y={percent(y(line.values[1] ?? 0))}
              dx={line === upper ? '.4em' : '-.4em'}
              dy={line === upper ? '-.9em' : '1.55em'}
            >
              {line.values[1]}
            </Label>
            <Label className="font-bold text-[1.2em]" x="76%" y={percent(end(line))} dy="-.3em">
              {line.values[last]}
            </Label>
            <Label className="fill-deck-ink-2" x="76%" y={percent(end(line))} dy="1em">
              {line.name}
            </Label>
          </g>
        ))}
        <Pill x={percent(right - 9)} y={percent(middle)} isKey>
          {callout}
        </Pill>
      </svg>
      {/* The first label stays inside the chart. */}
      <AxisLabels labels={categories} x={(index) => Math.max(x(index), 4.5)} />
    </div>
  );
}
