import { Icon } from '../ui/icons.tsx';
import { plainText } from '../ui/notation.ts';
import { rewrites } from './sample/engagement.ts';

/** Edit: other words for the title of slide 4. Choosing works without a script (window.css). */
export function Rewrite() {
  return (
    <fieldset className="relative row-start-3 hidden min-w-0 border-rule border-t bg-app px-(--pane) pt-2.5 pb-3.5 edit:block">
      <legend className="contents font-semibold">Rewrite the title</legend>
      <p className="absolute top-2.5 right-(--pane) flex items-center gap-2 text-[.75rem] text-ink-3">
        <Icon name="undo" className="size-3.5" />
        <span>
          Revision <span data-rewrite="0">6</span>
          <span data-rewrite="1">7</span>
          <span data-rewrite="2">7</span>
        </span>
      </p>
      <div className="mt-2 grid gap-2 font-serif text-[1rem] leading-tight md:text-[.9375rem] xl:grid-cols-[1.25fr_1fr_1fr]">
        {rewrites.map(({ title }, index) => (
          <label
            key={title}
            className="rewrite flex min-h-11 cursor-pointer gap-2 rounded-sm border border-edge px-2 py-2.5 hover:bg-tint has-checked:border-ink has-checked:bg-tint has-checked:[box-shadow:inset_0_0_0_1px] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 xl:py-2"
          >
            <input
              type="radio"
              name="window-rewrite"
              value={index}
              className="mt-1 size-3 shrink-0 accent-ink outline-none"
              defaultChecked={index === 0}
            />
            {plainText(title)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
