import { AxisLabels } from './axis-labels.tsx';
import { percent } from './percent.ts';
import { Pill } from './pill.tsx';

interface Line {
  name: string;
  /** The value at each label, in order. The first value of every line is the same. */
  values: readonly number[];
}

interface LinesChartProps {
  labels: readonly string[];
  /** The line that rises faster comes first. */
  lines: readonly [fast: Line, slow: Line];
  /** The name of the distance between the last two values. */
  gap: string;
}

/** Where the first and the last label stand, and the axis, in percent of the chart. */
const [left, right, axis, top] = [4, 72, 93, 15];

/** Draws two lines from one start, and the gap between their ends. */
export function LinesChart({ labels, lines, gap }: LinesChartProps) {
  const [fast, slow] = lines;
  const start = fast.values[0] ?? 0;
  const highest = Math.max(...fast.values);
  const x = (index: number) => left + (index / (labels.length - 1)) * (right - left);
  const y = (value: number) => axis - ((value - start) / (highest - start)) * (axis - top);
  const points = ({ values }: Line) =>
    values.map((value, index) => `${x(index)} ${y(value).toFixed(1)}`);
  const last = labels.length - 1;
  const end = ({ values }: Line) => y(values[last] ?? 0);
  const middle = (end(fast) + end(slow)) / 2;
  return (
    <div className="chart">
      <svg className="chart-plot" aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            className="fill-deck-light stroke-none opacity-40"
            d={`M${points(fast).join('L')}L${points(slow).toReversed().join('L')}z`}
          />
          <path className="stroke-deck-mid" d={`M0 ${axis}h76`} />
          <path className="stroke-2 stroke-deck-mid" d={`M${points(slow).join('L')}`} />
          <path className="stroke-2" d={`M${points(fast).join('L')}`} />
          <path className="[stroke-dasharray:3_2]" d={`M${right} ${end(fast)}V${end(slow)}`} />
        </svg>
        {[slow, fast].map((line) => (
          <g key={line.name} className={line === slow ? 'fill-deck-mid' : 'fill-current'}>
            {line.values.map((value, index) => (
              <circle
                key={labels[index]}
                className="stroke-none"
                cx={percent(x(index))}
                cy={percent(y(value))}
                r=".3em"
              />
            ))}
          </g>
        ))}
        {lines.map((line) => (
          <g key={line.name}>
            <text
              className="font-bold [text-anchor:middle]"
              x={percent(x(1))}
              y={percent(y(line.values[1] ?? 0))}
              dy={line === fast ? '-.9em' : '1.55em'}
            >
              {line.values[1]}
            </text>
            <text className="font-bold text-[1.2em]" x="76%" y={percent(end(line))} dy="-.3em">
              {line.values[last]}
            </text>
            <text className="fill-deck-ink-2" x="76%" y={percent(end(line))} dy="1em">
              {line.name}
            </text>
          </g>
        ))}
        <Pill x={percent(right - 9)} y={percent(middle)} width={5.8}>
          {gap}
        </Pill>
      </svg>
      {/* The first label stays inside the chart. */}
      <AxisLabels labels={labels} x={(index) => Math.max(x(index), 4.5)} />
    </div>
  );
}
