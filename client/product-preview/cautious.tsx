import { Icon } from '../ui/icons.tsx';
import { cautiousTitle } from './sample/slides.ts';

/**
 * A press chooses the second wording of one title, another press takes it back. Edit's radio for that title is the same
 * state: use-cautious.ts keeps both equal. Needs a script.
 */
export function Cautious() {
  return (
    <label className="cautious scripted written" data-not-playing="">
      <input type="checkbox" id="window-cautious" className="sr-only" />
      <span>{`Make title ${cautiousTitle} more cautious`}</span>
      <Icon name="arrow-right" className="size-4.5" />
      <span>{`Title ${cautiousTitle} is more cautious`}</span>
      <span className="border-ink border-b font-medium">Undo</span>
    </label>
  );
}
