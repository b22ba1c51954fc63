/** Longest that a frame takes to be painted and reported, in milliseconds. */
const paintMs = 300;

/**
 * Calls back, perhaps twice, once the page is on the screen: in a tab that nobody looks at, when somebody
 * does. Firefox reports no first paint of a page that it opens at an anchor: there a frame must do.
 */
export function afterFirstPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback, paintMs));
  new PerformanceObserver((list) => {
    // A first paint of the mere background is nothing that anybody could read.
    if (list.getEntriesByName('first-contentful-paint').length) callback();
  }).observe({ type: 'paint', buffered: true });
}
