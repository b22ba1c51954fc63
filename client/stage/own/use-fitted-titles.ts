import { useMemo, useSyncExternalStore } from 'react';
import { fitTitles } from '../../deck/fit-title.ts';
import type { FittedTitle } from '../../deck/index.ts';
import type { Described } from '../reader/messages.ts';
import type { Wordings } from '../sample/deck.ts';
import { slideOf, slides, titleWordings } from '../sample/slides.ts';
import { chosenWordings } from './chosen-wordings.ts';

function subscribe(listener: () => void) {
  document.addEventListener('change', listener);
  return () => document.removeEventListener('change', listener);
}

/** Returns the chosen wordings as text, because React compares what a store returns. */
const chosenNow = (): string => JSON.stringify(chosenWordings());

/**
 * Returns the title of a slide in each of its wordings, as the downloaded file has it. All titles of a deck have one size,
 * which depends on the chosen wordings of the other slides.
 */
export function useFittedTitles(number: number, description: Described): FittedTitle[] {
  const chosen = useSyncExternalStore(subscribe, chosenNow);
  return useMemo(() => {
    const wordings: Wordings = JSON.parse(chosen);
    return slideOf(number).wordings.flatMap((_, wording) => {
      const titles = slides.map((slide) =>
        titleWordings(slide, slide.number === number ? wording : wordings[slide.number]),
      );
      const at = slides.findIndex((slide) => slide.number === number);
      return fitTitles(description.title, titles, description)[at] ?? [];
    });
  }, [chosen, number, description]);
}
