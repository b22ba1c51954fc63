/** The state of a section, which motion.css draws. The page is sent with an empty one, which shows the section. */
type State = 'waiting' | 'in-sight' | 'scrolled-to';
const setState = (section: Element, state: State) => section.setAttribute('data-reveal', state);

/** Fades sections in when the visitor scrolls to them. A section that is in view already is shown without motion. */
export function observeReveals(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { intersectionRatio, boundingClientRect, target } of entries) {
        // A small screen never shows a tenth of a section that is many times as high.
        const share = boundingClientRect.height > 5 * innerHeight ? 0.01 : 0.1;
        if (intersectionRatio < share) continue;
        setState(target, 'scrolled-to');
        observer.unobserve(target);
      }
    },
    {
      // The visible shares of the section, and the distance from the bottom edge of the window.
      threshold: [0.01, 0.1],
      rootMargin: '0px 0px -50px',
    },
  );
  // Reads every position before it changes an attribute, because each read after a change would compute the layout again.
  const places = Array.from(document.querySelectorAll('[data-reveal=""]'), (section) => ({
    section,
    isInSight: section.getBoundingClientRect().top < innerHeight,
  }));
  for (const { section, isInSight } of places) {
    setState(section, isInSight ? 'in-sight' : 'waiting');
    if (!isInSight) observer.observe(section);
  }
}
