interface OptionsProps {
  options: readonly {
    key: string;
    name: string;
    /** Words that say which hubs close. */
    closes: string;
    margin: string;
    cost: string;
  }[];
  labels: Record<'margin' | 'cost' | 'target' | 'met' | 'missed' | 'recommended', string>;
}

/** Draws the options of a decision side by side, or below each other on a small slide. The last option is recommended. */
export function Options({ options, labels }: OptionsProps) {
  const key = options.at(-1);
  return (
    <div className="grid min-h-0 grow grid-cols-3 gap-[1.9cqw] small:grid-cols-1 small:gap-1.5 text-deck-ink-2">
      {options.map((option) => (
        <div
          key={option.key}
          className={`flex flex-col border px-[1.6cqw] py-[1.1cqw] small:flex-row small:flex-wrap small:items-baseline small:content-center small:justify-between small:px-2 small:py-1 ${option === key ? 'border-deck-ink [box-shadow:inset_0_0_0_1px_var(--deck-ink)]' : 'border-deck-mid'}`}
        >
          <p className="flex justify-between small:contents">
            <span className="small:hidden">{option.key}</span>
            {option === key && (
              <b className="deck-key-box -my-px border border-deck-ink px-[.42em] leading-[1.5] small:order-1">
                {labels.recommended}
              </b>
            )}
          </p>
          <p className="slide-heading text-deck-ink text-[1.43em] leading-[1.25] small:text-[1.2em]">
            {option.name}
          </p>
          <p className="small:hidden">{option.closes}</p>
          <p className="mt-auto flex items-baseline gap-[.7em] pb-[.3em] small:m-0 small:gap-[.3em] small:p-0">
            <span className="slide-heading text-deck-ink text-[2.35em] leading-none small:text-[1.35em]">
              {option.margin}
            </span>
            {labels.margin}
          </p>
          {[
            [labels.cost, option.cost],
            [labels.target, option === key ? labels.met : labels.missed],
          ].map(([label, value]) => (
            <p
              key={label}
              className="flex justify-between border-deck-rule border-t py-[.28em] small:hidden"
            >
              {label}
              <b className="text-deck-ink">{value}</b>
            </p>
          ))}
          {option === key && <span className="hidden basis-full small:inline" />}
        </div>
      ))}
    </div>
  );
}
