import { flushSync } from 'react-dom';
import { isInView } from './in-view.ts';

/** Returns whether a slide is in view. A dialog, or the first picture of the window, may cover a slide. */
function isSeen(slide: HTMLElement): boolean {
  if (!isInView(slide)) return false;
  const { left, right, top, bottom } = slide.getBoundingClientRect();
  const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const hit = document.elementFromPoint((left + right) / 2, middle);
  // The label of a slide in small lies over the slide, and beside the slide in the document.
  return slide.parentElement?.contains(hit) === true;
}

/**
 * Names the parts that change, for the style sheet (wipe.css): the slides in view, and the slides in small in view. The
 * bar at the top has a name too, so that it stays above the slides.
 */
function nameParts(): () => void {
  const find = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
  const slides = find('.wiped-slide');
  const small = find('.wiped-small');
  const still = [document.documentElement, ...document.querySelectorAll<HTMLElement>('.nav')];
  for (const [index, part] of still.entries()) {
    if (index > 0) part.style.viewTransitionName = 'bar';
    part.style.setProperty('view-transition-class', 'still');
  }
  for (const [index, slide] of slides.entries()) {
    slide.style.viewTransitionName = `slide-${index}`;
    slide.style.setProperty('view-transition-class', 'wiped-slide');
  }
  for (const [index, miniature] of small.entries()) {
    miniature.style.viewTransitionName = `miniature-${index}`;
    miniature.style.setProperty('view-transition-class', `wiped-small wiped-small-${index % 8}`);
  }
  return () => {
    for (const pen of document.querySelectorAll('.wipe-pen')) pen.remove();
    for (const part of [...slides, ...small, ...still]) {
      part.style.removeProperty('view-transition-name');
      part.style.removeProperty('view-transition-class');
    }
  };
}

/** Puts a pen at the left edge of each named slide. The style sheet moves it to the right edge. */
function addPens(): void {
  const slides = document.querySelectorAll<HTMLElement>('.wiped-slide');
  const named = [...slides].filter(({ style }) => style.viewTransitionName);
  for (const [index, slide] of named.entries()) {
    const pen = document.createElement('i');
    pen.className = 'wipe-pen';
    pen.style.viewTransitionName = `pen-${index}`;
    pen.style.setProperty('view-transition-class', 'wipe-pen');
    slide.append(pen);
  }
}

/**
 * Makes a change under the pen: the slide in the former look is wiped off from left to right. Without View Transitions,
 * and where the visitor wants no motion, everything changes at once.
 */
export function wipe(make: () => void): void {
  const update = () => flushSync(make);
  if (
    !('startViewTransition' in document) ||
    document.visibilityState === 'hidden' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  ) {
    update();
    return;
  }
  const clear = nameParts();
  const transition = document.startViewTransition(() => {
    update();
    addPens();
  });
  // The browser skips this wipe if the visitor chooses another look before the wipe has its picture. The change is made all the same.
  transition.ready.catch(() => {});
  transition.finished.finally(clear);
}
