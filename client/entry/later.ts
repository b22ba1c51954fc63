/** How long a press waits for the styles of what it opens. */
const patienceMs = 3000;

/**
 * Brings what the first paint did without: the rest of the styles and, on small screens, the fonts.
 * @returns when the styles are there, or seem not to come; the page works without them.
 */
export function bringLater(): Promise<unknown> {
  for (const ahead of document.querySelectorAll('link[rel=preload]'))
    ahead.removeAttribute('media');
  const styles = document.querySelector<HTMLLinkElement>('link[rel=preload][as=style]');
  if (!styles) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styles.href;
  const settled = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
    setTimeout(resolve, patienceMs);
  });
  document.head.append(link);
  return settled;
}
