import { Icon } from '../ui/icons.tsx';
import { rewrites } from './sample/engagement.ts';

/** Edit: other words for the title of slide 4. Choosing works without a script (window.css). */
export function Rewrite() {
  return (
    <fieldset className="rewrites relative row-start-3 hidden min-w-0 border-rule border-t bg-app px-3.5 pt-4 pb-3.5 edit:block md:pt-2.5 xl:pt-2.25 md:px-5 lg:px-6">
      <legend className="contents">
        <b>Rewrite the title</b>
      </legend>
      <p className="absolute top-4 md:top-2.5 right-3.5 flex items-center gap-1.75 text-[.75rem] text-ink-3 md:right-5 lg:right-6">
        <Icon name="undo" className="size-3.5" />
        <span>
          Revision <span data-rewrite="0">6</span>
          <span data-rewrite="1">7</span>
          <span data-rewrite="2">7</span>
        </span>
      </p>
      <div className="mt-2 grid gap-2 font-serif text-[1rem] leading-[1.26] md:gap-1.75 md:text-[.9375rem] xl:grid-cols-[1.25fr_1fr_1fr] xl:gap-2">
        {rewrites.map(({ title }, index) => (
          <label key={title} className="rewrite">
            <input type="radio" name="window-rewrite" value={index} defaultChecked={index === 0} />
            {title.replaceAll('*', '')}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
