/** Scroll positions of this tab’s history entries, by the router’s key. */

const storageKey = 'deckwright-scroll';

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return new Map();
  }
}

let positions: Map<string, number> | undefined;

/** Of the history entry whose page is on the screen: the history is ahead of it, `scroll` events behind. */
let shownKey: string | null = null;

/** What is scrolled from now on is this entry’s page; null: no page is there yet. */
export function showsEntry(key: string | null): void {
  shownKey = key;
}

/** Pixels from the top where a history entry was left; undefined where it was never seen. */
export const scrollOf = (key: string): number | undefined => positions?.get(key);

/**
 * Takes over from the browser, which would restore the position before the page is drawn, and hands back
 * when the document is left, so that reloading and coming back stay its own. @returns how to stop.
 */
export function keepScroll(): () => void {
  const kept = readPositions();
  positions = kept;
  const note = () => {
    if (shownKey !== null) kept.set(shownKey, window.scrollY);
  };
  const take = () => {
    history.scrollRestoration = 'manual';
  };
  const handBack = () => {
    history.scrollRestoration = 'auto';
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...kept]));
    } catch {
      // Without storage, going back after a reload starts at the top.
    }
  };
  take();
  note();
  addEventListener('scroll', note, { passive: true });
  addEventListener('pagehide', handBack);
  addEventListener('pageshow', take);
  return () => {
    removeEventListener('scroll', note);
    removeEventListener('pagehide', handBack);
    removeEventListener('pageshow', take);
  };
}
