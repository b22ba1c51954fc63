/** Calls back once the page is on the screen: in a tab that nobody looks at, when somebody does. */
export function afterFirstPaint(callback: () => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    setTimeout(callback, 200);
    return;
  }
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    callback();
  }).observe({ type: 'paint', buffered: true });
}
