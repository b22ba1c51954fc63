import type { OptionsExhibit } from '../../deck/content.ts';
import { useBare } from '../drawing.ts';

/** Draws the options of a decision side by side, or below each other on a small slide. The last option is recommended. */
export function Options({ cards, figureLabel, recommended }: OptionsExhibit) {
  const key = cards.at(-1);
  if (useBare())
    return (
      <div className="grid min-h-0 grow grid-cols-3 gap-[4%]">
        {cards.map((card) => (
          <span
            key={card.key}
            className={`grid content-around border px-[12%] ${card === key ? 'border-deck-ink' : 'border-deck-mid'}`}
          >
            <i className="h-px w-3/5 bg-deck-ink" />
            <i className="h-px bg-deck-ink-2" />
            <i className="h-px w-4/5 bg-deck-ink-2" />
            <i className={`h-[min(3px,2.5cqw)] ${card === key ? 'bg-deck-key' : ''}`} />
          </span>
        ))}
      </div>
    );
  return (
    <div className="grid min-h-0 grow grid-cols-3 gap-[1.9cqw] small:grid-cols-1 small:gap-[.55em] text-deck-ink-2">
      {cards.map((card) => (
        <div
          key={card.key}
          className={`flex flex-col border px-[1.6cqw] py-[1.1cqw] small:flex-row small:flex-wrap small:items-baseline small:content-center small:justify-between small:p-[.55em] ${card === key ? 'border-deck-ink [box-shadow:inset_0_0_0_1px_var(--deck-ink)]' : 'border-deck-mid'}`}
        >
          <p className="flex justify-between small:hidden">
            <span>{card.key}</span>
            {card === key && (
              <b className="-my-px self-start border border-deck-ink bg-deck-label px-[.42em] text-deck-on-label leading-[1.2]">
                {recommended}
              </b>
            )}
          </p>
          <p className="slide-heading text-deck-ink text-[1.43em] leading-[1.25] small:text-[1.2em]">
            {card.name}
          </p>
          <p className="chart-label">{card.detail}</p>
          <p className="mt-auto flex items-baseline gap-[.7em] pb-[.3em] small:m-0 small:gap-[.3em] small:p-0">
            <span className="slide-heading text-deck-ink text-[2.35em] leading-none small:text-[1.35em]">
              {card.figure}
            </span>
            {figureLabel}
          </p>
          {card.rows.map(([label, value]) => (
            <p
              key={label}
              className="flex justify-between border-deck-rule border-t py-[.28em] small:hidden"
            >
              {label}
              <b className="text-deck-ink">{value}</b>
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}
