import { createContext, useContext, useState } from 'react';
import { type EntryDocument, entryElementId } from '../../shared/entry/page.ts';

const nothing: EntryDocument = { token: '', view: { view: 'ended' } };

/** What the page shows while it is prerendered. */
const EntryDocumentContext = createContext(nothing);
export const PrerenderedEntry = EntryDocumentContext.Provider;

/** Reads the inert JSON that the server wrote into the page. It stays there while the router shows other pages. */
function readEntryDocument(): EntryDocument {
  const element = document.getElementById(entryElementId);
  return element ? JSON.parse(element.textContent) : nothing;
}

/** Returns what the server filled into this document. */
export function useEntryDocument(): EntryDocument {
  const prerendered = useContext(EntryDocumentContext);
  const [read] = useState(() => (import.meta.env.SSR ? prerendered : readEntryDocument()));
  return read;
}
