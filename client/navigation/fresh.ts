/** Remembers, for one tab, which script was already reloaded for. */
const key = 'deckwright-reloaded-for';

function remember(script: string): boolean {
  try {
    if (sessionStorage.getItem(key) === script) return false;
    sessionStorage.setItem(key, script);
    return true;
  } catch {
    return false;
  }
}

/**
 * Notes when the reader leaves: a browser then drops what is loading, and Firefox would take our reload for
 * a change of mind and stay.
 */
function watchLeaving(): { isLeaving(): boolean; end(): void } {
  let leaving = false;
  const note = () => {
    leaving = true;
  };
  addEventListener('beforeunload', note);
  return { isLeaving: () => leaving, end: () => removeEventListener('beforeunload', note) };
}

/**
 * Loads a script that a newer deployment may have taken away: where it is missing, the page reloads once
 * and comes back with the newer scripts. Rejects where that did not help, or cannot.
 */
export async function fresh<Module>(load: () => Promise<Module>): Promise<Module> {
  const reader = watchLeaving();
  try {
    return await load();
  } catch (error) {
    if (reader.isLeaving() || !navigator.onLine || !remember(import.meta.url)) throw error;
    location.reload();
    return new Promise(() => {});
  } finally {
    reader.end();
  }
}
