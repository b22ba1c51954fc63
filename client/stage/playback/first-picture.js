// Runs in the head of every page, before the first paint.
// The window of the landing page shows Upload at rest from the first paint, so that the transformation takes no finished
// slide away when its script comes (use-playback.ts). If the script does not come within six seconds, or if the visitor
// uses the window before it comes, the window shows its finished slide.
if (
  location.pathname === '/' &&
  !location.hash &&
  CSS.supports('selector(:has(a))') &&
  matchMedia('(prefers-reduced-motion: no-preference)').matches
) {
  const { dataset } = document.documentElement;
  const end = ({ type, target }) => {
    if (type !== 'pointerdown' || target.closest('.preview')) delete dataset.playing;
  };
  dataset.playing = '';
  for (const type of ['pointerdown', 'change', 'keydown', 'beforeprint'])
    addEventListener(type, end);
  setTimeout(end, 6000, {});
}
