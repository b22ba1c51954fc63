import { type RefObject, useEffect } from 'react';
import { cautiousTitle } from './sample/slides.ts';

/** How long the rewritten title stays under the pen, in milliseconds. */
const penTime = 600;

/**
 * Keeps the button "Make title 6 more cautious" and Edit's radios of title 6 in one state. A press of the button also
 * chooses title 6. Every change of the wording puts the pen on the title for a moment (storyline.css).
 * @param isComplete whether the radios of title 6 are in the page.
 */
export function useCautious(figure: RefObject<HTMLElement | null>, isComplete: boolean): void {
  useEffect(() => {
    if (!isComplete) return;
    const root = figure.current;
    const input = (id: string) => root?.querySelector<HTMLInputElement>(`#${id}`);
    const button = input('window-cautious');
    const title = input(`window-title-${cautiousTitle}`);
    const first = input(`window-wording-${cautiousTitle}-0`);
    const second = input(`window-wording-${cautiousTitle}-1`);
    if (!root || !button || !title || !first || !second) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function change({ target }: { target: EventTarget | null }) {
      if (!root || !button || !title || !first || !second) return;
      if (target === button) {
        // A click tells the strip of the stage, too.
        title.click();
        (button.checked ? second : first).checked = true;
      } else if (target === first || target === second) {
        button.checked = second.checked;
      } else return;
      clearTimeout(timer);
      root.toggleAttribute('data-rewritten', true);
      timer = setTimeout(() => root.removeAttribute('data-rewritten'), penTime);
    }
    // The visitor may have pressed the button or a radio before React arrived.
    if (button.checked) change({ target: button });
    else button.checked = second.checked;
    root.addEventListener('change', change);
    return () => {
      clearTimeout(timer);
      root.removeEventListener('change', change);
    };
  }, [figure, isComplete]);
}
