import { useDeferredValue } from 'react';
import { firstChosen } from './sample/slides.ts';

/**
 * Returns a function that says whether a slide is drawn, with its trace and its wordings. The server sends only the slide that
 * is chosen at first, so that the page is lighter. The script adds the others in the moment after React has arrived.
 */
export function useIsDrawn(): (slide: { number: number }) => boolean {
  const isComplete = useDeferredValue(true, false);
  return ({ number }) => isComplete || number === firstChosen;
}
