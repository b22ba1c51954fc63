/**
 * Returns whether the browser has the newest features that were Baseline "widely available" at the release: `:state()`
 * (Chromium 125, Firefox 126) and `light-dark()` (Safari 17.5). An older browser keeps the page as it was sent, with its
 * form. The floor stands in `browserslist` of package.json.
 */
export const isCurrent = (): boolean =>
  CSS.supports('selector(:state(a)) and (color: light-dark(red, red))');
