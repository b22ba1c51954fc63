import { flushSync } from 'react-dom';
import { addStyles } from './add-styles.ts';
import { isInView } from './in-view.ts';
import styles from './wipe.css?inline';

let hasStyles = false;

/**
 * Adds the styles of the wipe to the page, unless they are there. They are no part of the first load, because only a wipe
 * needs them. They are added before a file is read, because the browser then restyles the page.
 */
export function addWipeStyles(): void {
  if (!hasStyles) addStyles(styles);
  hasStyles = true;
}

/** Returns whether a slide is in view. A dialog, or the first picture of the window, may cover a slide. */
function isSeen(slide: HTMLElement): boolean {
  if (!isInView(slide)) return false;
  const { left, right, top, bottom } = slide.getBoundingClientRect();
  const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const hit = document.elementFromPoint((left + right) / 2, middle);
  // The label of a slide in small lies over the slide, and beside the slide in the document.
  return slide.parentElement?.contains(hit) === true;
}

/** Gives an element a name and a class for the transition. The style sheet moves what has a class (wipe.css). */
function nameIn(element: HTMLElement, name: string, className: string): HTMLElement {
  element.style.viewTransitionName = name;
  element.style.setProperty('view-transition-class', className);
  return element;
}

/** Names the slides in view, and the slides in small in view. @returns the slides and a function that takes the names away. */
function nameParts() {
  const find = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
  // All parts are found before the first has a name, because a name restyles the page.
  const [slides, small] = [find('.wiped-slide'), find('.wiped-small')];
  for (const [index, slide] of slides.entries()) nameIn(slide, `slide-${index}`, 'wiped-slide');
  for (const [index, miniature] of small.entries())
    nameIn(miniature, `miniature-${index}`, `wiped-small wiped-small-${index % 8}`);
  const clear = () => {
    for (const part of [...slides, ...small]) {
      part.style.removeProperty('view-transition-name');
      part.style.removeProperty('view-transition-class');
    }
  };
  return { slides, clear };
}

/**
 * Shows the pen at the left edge of each slide. The style sheet moves the pen to the right edge. The pens stand hidden in
 * the document, because a new element inside a slide restyles half of the page.
 */
function showPens(slides: readonly HTMLElement[]): HTMLElement[] {
  const pens = slides.flatMap((slide) => slide.querySelector<HTMLElement>('.wipe-pen') ?? []);
  for (const [index, pen] of pens.entries()) {
    pen.hidden = false;
    nameIn(pen, `pen-${index}`, 'wipe-pen');
  }
  return pens;
}

/**
 * Makes a change under the pen: the slide in the former look is wiped off from left to right. Without View Transitions,
 * and where the visitor wants no motion, everything changes at once. Resolves when the change is in the document.
 */
export async function wipe(make: () => void): Promise<void> {
  const update = () => flushSync(make);
  if (
    !('startViewTransition' in document) ||
    document.visibilityState === 'hidden' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  ) {
    update();
    return;
  }
  addWipeStyles();
  const { slides, clear } = nameParts();
  let pens: HTMLElement[] = [];
  const transition = document.startViewTransition(() => {
    update();
    pens = showPens(slides);
  });
  // The browser skips this wipe if the visitor chooses another look before the wipe has its picture. The change is made all the same.
  transition.ready.catch(() => {});
  transition.finished.finally(() => {
    for (const pen of pens) pen.hidden = true;
    clear();
  });
  await transition.updateCallbackDone;
}
