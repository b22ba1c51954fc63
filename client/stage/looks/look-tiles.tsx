import { ForgetButton } from '../own/buttons.tsx';
import { firstContent } from '../sample/drawn-slide.ts';
import { looks } from '../sample/looks.ts';
import { useStageState } from '../state.ts';
import { LookIcon } from './look-icon.tsx';
import { lookId } from './look-inputs.tsx';

/** Opens the picker of the template line. */
const pick = () => document.querySelector<HTMLInputElement>('.template-line [type=file]')?.click();

/**
 * Gives the focus of the button that chooses a template to the look that takes its place. React calls the returned function
 * before it removes the button.
 */
const passFocus = (button: HTMLElement | null) => () => {
  if (button === document.activeElement)
    queueMicrotask(() => document.getElementById(lookId('own'))?.focus({ preventScroll: true }));
};

/** Renders the tiles that choose a look: our three looks, and the visitor's template or the button that chooses a template. */
export function LookTiles({ place }: { place: 'sources' | 'deliver' }) {
  const template = useStageState((state) => state.template);
  return (
    <div className={`looks looks-${place}`} translate="no">
      <span className="looks-name" aria-hidden="true">
        Look
      </span>
      <div className="looks-ready" aria-hidden="true">
        {looks.map(({ id, name }) => (
          <label key={id} htmlFor={lookId(id)} className="look">
            <LookIcon className={`look-${id}`} />
            {name}
          </label>
        ))}
      </div>
      {template ? (
        <label htmlFor={lookId('own')} className="look look-read" aria-hidden="true">
          <span className="w-9 shrink-0">
            <template.draw.Miniature template={template} slide={firstContent} />
          </span>
          <span className="truncate">{template.name}</span>
        </label>
      ) : (
        <button type="button" className="look look-choose scripted" ref={passFocus} onClick={pick}>
          Choose a template
        </button>
      )}
      <p className="looks-words scripted">
        {template ? 'Nothing was sent.' : 'Or drop it anywhere on the page.'}
        {template && <ForgetButton />}
      </p>
    </div>
  );
}
