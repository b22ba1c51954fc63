import type { PaybackExhibit } from '../../deck/content.ts';
import { useBare } from '../drawing.ts';
import { AxisLabels } from './axis-labels.tsx';
import { Label } from './label.tsx';
import { percent } from './percent.ts';
import { Pill } from './pill.tsx';

/** The distance between two years, the place of the zero line, and the height of € 1 million, in percent of the chart. */
const [step, zero, unit] = [30, 63.4, 3.62];

const signed = (cash: number) => `${cash < 0 ? '−' : '+'}${Math.abs(cash).toFixed(1)}`;

/** Draws the cumulative cash. The area above the axis begins in the month in which the cash reaches 0 again. */
export function CashChart({ years: all, breakEven }: PaybackExhibit) {
  const isBare = useBare();
  // The first point is the start, at zero.
  const years = all.slice(1);
  const x = (index: number) => (index + 1) * step;
  const y = (cash: number) => Math.round((zero - cash * unit) * 10) / 10;
  const points = years.map(({ value: cash }, index) => ({ cash, x: x(index), y: y(cash) }));
  const first = points.findIndex(({ cash }) => cash > 0);
  const crossing = (breakEven.month / 12) * step;
  const path = (some: typeof points) => some.map((point) => `L${point.x} ${point.y}`).join('');
  const last = points.length - 1;
  return (
    <div className="chart">
      <svg className="chart-plot" aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            className="fill-deck-key stroke-none"
            d={`M${crossing.toFixed(1)} ${zero}${path(points.slice(first))}V${zero}z`}
          />
          <path
            className="stroke-deck-rule"
            d={points.map((point) => `M${point.x} 1v97`).join('')}
          />
          <path className="stroke-deck-mid" d={`M0 ${zero}h97`} />
          <path className={isBare ? '' : 'stroke-2'} d={`M0 ${zero}${path(points)}`} />
        </svg>
        <g className="fill-current stroke-none">
          <circle cy={percent(zero)} r=".33em" />
          {points.map((point) => (
            <circle key={point.x} cx={percent(point.x)} cy={percent(point.y)} r=".33em" />
          ))}
        </g>
        {points.map((point, index) => (
          <Label
            key={point.x}
            className={`font-bold ${index === last ? '[text-anchor:end]' : '[text-anchor:middle]'}`}
            x={percent(point.x)}
            y={percent(point.y)}
            dx={index === last ? '-.9em' : 0}
            dy={index === last ? '.36em' : `${point.cash < 0 ? 1.65 : 3}em`}
          >
            {signed(point.cash)}
          </Label>
        ))}
        <svg x={percent(crossing)} y={percent(zero)} overflow="visible" aria-hidden="true">
          <Pill x="-1.95em" y="-1.7em">
            {breakEven.text}
          </Pill>
          {!isBare && <line y1="-.9em" y2="-.4em" />}
        </svg>
      </svg>
      <AxisLabels
        labels={['Start', ...years.map(({ name }) => name)]}
        x={(index) => Math.max(x(index - 1), 4)}
      />
    </div>
  );
}
