const hidden = '[data-reveal]:not([data-revealed])';
const show = (element: Element, how: 'in-sight' | 'scrolled-to') =>
  element.setAttribute('data-revealed', how);

/** Fades sections in as they are scrolled to. What is in sight already stays as it is, its pen included. */
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
      // The share of it that is in view, and how far above the bottom edge.
      threshold: 0.1,
      rootMargin: '0px 0px -50px',
    },
  );
  // First all that is asked of the layout, then what changes it: in turns each question would lay out anew.
  const places = Array.from(document.querySelectorAll(hidden), (element) => ({
    element,
    isInSight: element.getBoundingClientRect().top < innerHeight,
  }));
  for (const { element, isInSight } of places) {
    if (isInSight) show(element, 'in-sight');
    else observer.observe(element);
  }
}
