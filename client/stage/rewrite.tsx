import { plainText } from '../ui/notation.ts';
import { slides } from './sample/slides.ts';
import { chooseWording, useStageState } from './state.ts';
import { useIsDrawn } from './use-is-drawn.ts';

/** The revision of the first wording. Another wording is one revision later. */
const revision = 6;

/** Offers the wordings of the chosen title in Edit. Without a script, only the title that is chosen at first has them (choice-rules.ts). */
export function Rewrite() {
  const chosen = useStageState((state) => state.wordings);
  return (
    <div className="row-start-3 hidden border-rule border-t bg-app px-(--pane) pt-2.5 pb-3.5 edit:block max-lg:border-b">
      {slides.filter(useIsDrawn()).map(({ number, wordings }) => (
        <fieldset key={number} className="relative min-w-0" data-chosen={number}>
          <legend className="float-left font-semibold">Rewrite the title</legend>
          <p className="text-right text-[.75rem] text-ink-3 leading-[1.5]">
            {'Revision '}
            {wordings.map(({ title }, index) => (
              <span key={title} data-wording={`${number}.${index}`}>
                {revision + (index === 0 ? 0 : 1)}
              </span>
            ))}
          </p>
          <div
            className={`mt-2 grid clear-both gap-2 font-serif text-[1rem] leading-tight md:text-[.9375rem] ${wordings.length > 2 ? 'max-md:gap-1.5 max-md:text-[.9375rem] max-md:*:py-1.5 xl:grid-cols-[1.25fr_1fr_1fr]' : 'xl:grid-cols-2'}`}
          >
            {wordings.map(({ title }, index) => (
              <label
                key={title}
                className="rewrite flex min-h-11 cursor-pointer gap-2 rounded-sm border border-edge px-2 py-2.5 hover:bg-tint has-[input:checked]:border-ink has-[input:checked]:bg-tint has-[input:checked]:[box-shadow:inset_0_0_0_1px] has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 xl:py-2"
              >
                <input
                  type="radio"
                  id={`window-wording-${number}-${index}`}
                  name={`window-wording-${number}`}
                  value={index}
                  className="mt-1 size-3 shrink-0 accent-ink outline-none"
                  checked={index === (chosen[number] ?? 0)}
                  onChange={() => chooseWording(number, index)}
                />
                {plainText(title)}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
