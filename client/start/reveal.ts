const hidden = '[data-reveal]:not([data-revealed])';
const show = (element: Element, how: 'in-sight' | 'scrolled-to') =>
  element.setAttribute('data-revealed', how);

/** Fades sections in when the visitor scrolls to them. A section that is in view already is shown without motion. */
export function observeReveals(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        show(target, 'scrolled-to');
        observer.unobserve(target);
      }
    },
    {
      // The visible share of the section, and the distance from the bottom edge of the window.
      threshold: 0.1,
      rootMargin: '0px 0px -50px',
    },
  );
  // Reads every position before it changes an attribute, because each read after a change would compute the layout again.
  const places = Array.from(document.querySelectorAll(hidden), (element) => ({
    element,
    isInSight: element.getBoundingClientRect().top < innerHeight,
  }));
  for (const { element, isInSight } of places) {
    if (isInSight) show(element, 'in-sight');
    else observer.observe(element);
  }
}
