import type { BarsExhibit } from '../../deck/content.ts';
import { useBare } from '../drawing.ts';
import { BareWords } from './bare-words.tsx';
import { Label } from './label.tsx';
import { percent } from './percent.ts';

/** Draws bars from one axis, and a bracket with the sum of the key bars. */
export function BarsChart({ bars, callout }: BarsExhibit) {
  const isBare = useBare();
  const row = 100 / bars.length;
  const longest = Math.max(...bars.map(({ value }) => value));
  const length = (value: number) => percent((value / longest) * 69.4);
  const keys = bars.filter(({ isKey }) => isKey).length;
  const bracketEnd = percent(row * keys - 1);
  return (
    <div className="flex min-h-0 grow pt-[.3em]">
      {isBare ? (
        <BareWords count={bars.length} className="w-[14%]" />
      ) : (
        <div className="grid w-[max(8.75cqw,4.6em)] shrink-0 auto-rows-fr items-center whitespace-nowrap leading-none">
          {bars.map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      )}
      <svg className="chart-plot" aria-hidden="true">
        {bars.map(({ name, value, isKey }, index) => (
          <g key={name}>
            <rect
              className={isKey ? 'deck-key' : 'deck-light stroke-none'}
              y={percent(row * (index + 0.16))}
              width={length(value)}
              height={percent(row * 0.68)}
            />
            <Label
              className={isKey ? 'font-bold' : ''}
              x={length(value)}
              y={percent(row * (index + 0.5))}
              dx=".55em"
              dy=".36em"
            >
              {value}
            </Label>
          </g>
        ))}
        <line y2="100%" />
        {!isBare && (
          <>
            <line x1="81.5%" x2="83.2%" y1="1%" y2="1%" />
            <line x1="83.2%" x2="83.2%" y1="1%" y2={bracketEnd} />
            <line x1="81.5%" x2="83.2%" y1={bracketEnd} y2={bracketEnd} />
          </>
        )}
        <Label
          className="slide-heading text-[2.1em] small:font-bold small:text-[1em]"
          x="86%"
          y={percent((row * keys) / 2)}
          dy=".33em"
        >
          {callout}
        </Label>
      </svg>
    </div>
  );
}
