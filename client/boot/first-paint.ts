/** Calls back once the page is on the screen: in a tab that nobody looks at, when somebody does. */
export function afterFirstPaint(callback: () => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    setTimeout(callback, 200);
    return;
  }
  new PerformanceObserver((list, observer) => {
    // A first paint of the mere background is nothing that anybody could read.
    if (!list.getEntriesByName('first-contentful-paint').length) return;
    observer.disconnect();
    callback();
  }).observe({ type: 'paint', buffered: true });
}
