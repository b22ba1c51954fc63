/** Where the reader is in this tab’s history entries: kept by the router’s key, and gone back to. */

import { revealAll } from '../layout/reveal.ts';

const storageKey = 'deckwright-scroll';

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return new Map();
  }
}

const positions = readPositions();

/** Of the history entry whose page is on the screen: the history is ahead of it, `scroll` events behind. */
let shownKey: string | null = null;

/** What is scrolled from now on is this entry’s page; null: no page is there yet. */
export function showsEntry(key: string | null): void {
  shownKey = key;
}

/** Pixels from the top where a history entry was left; undefined where it was never seen. */
export const scrollOf = (key: string): number | undefined => positions.get(key);

/** What the address names on this page. */
export const anchorOf = ({ hash }: { hash: string }): HTMLElement | null =>
  hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;

/** Goes to where an entry was left, or else to what its address names. @returns false where there is neither. */
export function goToPlace(
  kept: number | undefined,
  anchor: HTMLElement | null,
  toAnchor: ScrollOptions = { behavior: 'instant' },
): boolean {
  if (kept === undefined && !anchor) return false;
  revealAll();
  if (kept !== undefined) window.scrollTo({ top: kept, behavior: 'instant' });
  else anchor?.scrollIntoView(toAnchor);
  return true;
}

/** Gives the entry that a tab began with a key, as the router gives one to those that follow. */
export function nameEntry(): void {
  if (history.state?.key) return;
  const key = Math.random().toString(36).slice(2, 10);
  history.replaceState({ ...history.state, key }, '');
}

/**
 * Takes over from the browser, which would restore the position before the page is drawn, and hands back
 * when the document is left, so that reloading and coming back stay its own. @returns how to stop.
 */
export function keepScroll(): () => void {
  const note = () => {
    if (shownKey !== null) positions.set(shownKey, window.scrollY);
  };
  const take = () => {
    history.scrollRestoration = 'manual';
  };
  const handBack = () => {
    history.scrollRestoration = 'auto';
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
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
