import { flushSync } from 'react-dom';

/** Names the parts that change, for the style sheet (wipe.css): the slides in view, and the slides in small in view. */
function nameParts(): () => void {
  const isInView = (element: Element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
  };
  const find = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => element.checkVisibility() && isInView(element),
    );
  const slides = find('.wiped-slide');
  const small = find('.wiped-small');
  for (const [index, slide] of slides.entries()) {
    slide.style.viewTransitionName = `slide-${index}`;
    slide.style.setProperty('view-transition-class', 'wiped-slide');
  }
  for (const [index, miniature] of small.entries()) {
    miniature.style.viewTransitionName = `miniature-${index}`;
    miniature.style.setProperty('view-transition-class', `wiped-small wiped-small-${index % 8}`);
  }
  return () => {
    for (const part of [...slides, ...small]) {
      part.style.removeProperty('view-transition-name');
      part.style.removeProperty('view-transition-class');
    }
  };
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
  document.startViewTransition(update).finished.finally(clear);
}
