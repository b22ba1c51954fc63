import { type RefObject, useDeferredValue, useSyncExternalStore } from 'react';
import type { FailureWords } from './own/failure-words.ts';
import { isInView } from './own/in-view.ts';
import type { OwnTemplate } from './own-slides/own-template.ts';
import type { Wordings } from './sample/deck.ts';
import type { ReadyLook } from './sample/looks.ts';
import { firstChosen } from './sample/slides.ts';

/** The looks that a slide can have: three of ours, and that of the visitor's template. */
export type Look = ReadyLook | 'own';

/** What the template line says. */
export type LineState =
  | { state: 'rest' | 'forgotten' | 'read' }
  | { state: 'reading'; name: string }
  /** A file that was not read, or a deck that was not saved. */
  | { state: 'failed'; what: 'file' | 'deck'; words: FailureWords; name: string };

interface State {
  /** The number of the chosen title. */
  title: number;
  /** The chosen wordings. A title without an entry has its first wording. */
  wordings: Wordings;
  look: Look;
  line: LineState;
  /** The last template that was read. */
  template?: OwnTemplate | undefined;
  /** The template of every part but the slides in view. It becomes the chosen one after the next frame. */
  later?: OwnTemplate | undefined;
  /** The name of the file that was just saved. */
  saved?: string | undefined;
  /** Where a file is dragged: over the first screen or elsewhere on the page. */
  drag?: 'top' | 'below' | undefined;
}

const atRest: State = {
  title: firstChosen,
  wordings: {},
  look: 'ours',
  line: { state: 'rest' },
};

let state = atRest;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentState = (): State => state;

const chosenTemplate = ({ look, template }: State) => (look === 'own' ? template : undefined);
const laterTemplate = ({ later }: State) => later;

/** Lets every part but the slides in view follow. */
function follow(): void {
  change({ later: chosenTemplate(state) });
}

/** Changes the state of the sample deck, which hero, window, dialog and entry page share. */
export function change(part: Partial<State>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
  // A timer that starts in a frame ends after the browser has painted the frame.
  if (state.later !== chosenTemplate(state)) requestAnimationFrame(() => setTimeout(follow));
}

/** Chooses a wording of a title by its index. */
export function chooseWording(title: number, wording: number): void {
  const { [title]: _, ...others } = state.wordings;
  change({ wordings: wording === 0 ? others : { ...others, [title]: wording } });
}

/** Returns a part of the state, and renders again when it changes. */
export function useStageState<Part>(select: (state: State) => Part): Part {
  return useSyncExternalStore(
    subscribe,
    () => select(state),
    () => select(atRest),
  );
}

/** Returns the visitor's template while its look is chosen. */
export const useChosenTemplate = (): OwnTemplate | undefined => useStageState(chosenTemplate);

/** Returns the chosen template for a part out of view. React draws the part after the slides in small, in a task of its own. */
export const useLaterTemplate = (): OwnTemplate | undefined =>
  useDeferredValue(useStageState(laterTemplate));

/**
 * Returns the chosen template for the place of a slide. When the look changes, the slides in view are drawn first, the
 * slides in small after the next frame, and the slides out of view in the moment after.
 */
export function useTemplateAt(
  place: RefObject<Element | null>,
  isSmall: boolean,
): OwnTemplate | undefined {
  const template = useStageState(isSmall ? laterTemplate : chosenTemplate);
  const last = useLaterTemplate();
  return place.current && isInView(place.current) ? template : last;
}
