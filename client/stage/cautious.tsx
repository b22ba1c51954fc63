import { Icon } from '../ui/icons.tsx';
import { cautiousTitle } from './sample/slides.ts';

/**
 * Renders the button that makes one title more cautious. A press chooses the title's second wording, another press the
 * first. use-cautious.ts keeps the button and Edit's radios of that title equal, so the button needs a script.
 */
export function Cautious() {
  return (
    <label className="cautious scripted written" data-not-playing="">
      <input type="checkbox" id="window-cautious" className="sr-only" />
      <span className="cautious-first">{`Make title ${cautiousTitle} more cautious`}</span>
      <Icon name="arrow-right" className="cautious-first size-4.5" />
      <span className="cautious-pressed">{`Title ${cautiousTitle} is more cautious`}</span>
      <span className="cautious-pressed border-ink border-b font-medium">Undo</span>
    </label>
  );
}
