import { useEffect, useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import { cautiousTitle } from './sample/slides.ts';
import { change, chooseWording, useStageState } from './state.ts';

/** How long a title that was just rewritten stays under the pen, in milliseconds. */
const penTime = 600;

/** Chooses the second wording of the title, or the first wording again, and shows the slide of the title. */
export function makeCautious(isCautious: boolean): void {
  change({ title: cautiousTitle });
  chooseWording(cautiousTitle, isCautious ? 1 : 0);
}

/** Renders the button that makes one title more cautious. A press chooses its second wording, another press the first. */
export function Cautious() {
  const wording = useStageState(({ wordings }) => wordings[cautiousTitle]);
  const [seen, setSeen] = useState(wording);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(wording), penTime);
    return () => clearTimeout(timer);
  }, [wording]);
  return (
    <label
      className="cautious scripted written"
      data-not-playing=""
      // The pen is on the title for a moment (storyline.css).
      data-rewritten={seen !== wording || undefined}
    >
      <input
        type="checkbox"
        id="window-cautious"
        name="window-cautious"
        className="sr-only"
        checked={wording === 1}
        onChange={({ currentTarget }) => makeCautious(currentTarget.checked)}
      />
      <span className="cautious-first">{`Make title ${cautiousTitle} more cautious`}</span>
      <Icon name="arrow-right" className="cautious-first size-4.5" />
      <span className="cautious-pressed">{`Title ${cautiousTitle} is more cautious`}</span>
      <span className="cautious-pressed border-ink border-b font-medium">Undo</span>
    </label>
  );
}
