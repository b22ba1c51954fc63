import type { MouseEvent } from 'react';
import type { OwnTemplate } from '../own-slides/own-template.ts';
import { engagementName } from '../sample/engagement.ts';
import { looks, type ReadyLook } from '../sample/looks.ts';
import { change, currentState, type LineState, useStageState } from '../state.ts';
import { deckWords, sentencesOf } from './failure-words.ts';
import { askReader } from './prepare.ts';

/** Milliseconds for which the line names the saved file. */
const savedShownFor = 8000;

/** Bytes of a template's name that are kept. File systems allow 255 for the whole name, and browsers add a few to it. */
const keptBytes = 200;

/**
 * Returns the name under which the deck in a template is saved. Browsers replace characters that a file name cannot have
 * and cut a long name, so that the name on the page would differ from the name on the disk.
 */
export function deckName({ name }: Pick<OwnTemplate, 'name'>): string {
  const stem = name.replace(/\.[^.]*$/, '').replaceAll(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, '_');
  const { read } = new TextEncoder().encodeInto(stem, new Uint8Array(keptBytes));
  return `${engagementName} – ${stem.slice(0, read)}.pptx`;
}

/** Returns the name under which the sample deck in one of our looks is saved. */
export function sampleName(look: ReadyLook): string {
  const { name } = looks.find(({ id }) => id === look) ?? {};
  return look === 'ours' ? `${engagementName}.pptx` : `${engagementName} – ${name}.pptx`;
}

/** Returns an address for a file that this page has made. */
function addressOf(deck: Blob): string {
  const address = URL.createObjectURL(deck);
  // The browser has read the file long before this.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return address;
}

let hiding: ReturnType<typeof setTimeout> | undefined;

/** Hides the name of the saved file later. It stays while its button has the focus, or a dialog that gives the focus back. */
function hideLater(): void {
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    if (document.activeElement?.closest('.text-button, dialog')) hideLater();
    else change({ saved: undefined });
  }, savedShownFor);
}

/** The names of the decks that are being saved. */
const saving = new Set<string>();

/** Says for some seconds under which name the deck was saved. A failure before is no longer shown. */
function showSaved(name: string): void {
  const { line, template } = currentState();
  const next: LineState = { state: template ? 'read' : 'rest' };
  change({ saved: name, line: line.state === 'failed' ? next : line });
  hideLater();
}

/**
 * Hands a deck over to the browser's downloads, and names it. If there is no deck, the line says what to do. The second
 * click of a double click does nothing, nor does another press while the deck is being made. If the visitor forgets the
 * template meanwhile, the deck is not named.
 * @param make resolves with the address of the deck when the deck is ready.
 */
async function saveDeck(
  { detail }: MouseEvent,
  make: () => Promise<string>,
  name: string,
): Promise<void> {
  if (detail > 1 || saving.has(name)) return;
  saving.add(name);
  const { template } = currentState();
  const isSame = () => currentState().template === template;
  try {
    Object.assign(document.createElement('a'), { href: await make(), download: name }).click();
    if (isSame()) showSaved(name);
  } catch {
    const line: LineState = { state: 'failed', what: 'deck', words: deckWords, name };
    if (isSame()) change({ line, saved: undefined });
  }
  saving.delete(name);
}

/**
 * Returns why the last deck was not saved, while the template line says so. The places of the download buttons say so
 * too, because the line may be out of sight.
 */
export const useDeckFailure = (): string | undefined =>
  useStageState(({ line }) =>
    line.state === 'failed' && line.what === 'deck' ? sentencesOf(line) : undefined,
  );

/** Makes the deck in the visitor's template and saves it. */
export async function downloadInTemplate(event: MouseEvent): Promise<void> {
  const { template, wordings } = currentState();
  if (!template) return;
  const made = () => askReader({ kind: 'fill', template: template.number, wordings });
  await saveDeck(event, () => made().then(addressOf), deckName(template));
}

/**
 * Fetches a built deck into the browser's cache, from which the browser saves it. The browsers inside of other apps save
 * a file of the server, and no file that a page has made.
 */
async function fetchDeck(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  await response.arrayBuffer();
  return address;
}

/**
 * Saves the sample deck in one of our looks. The link leads to the built file, which has the first wordings. For other
 * wordings the page itself makes a file. The page fetches the built file too, because a link does not tell whether the
 * browser has saved its file.
 */
export async function downloadSample(
  event: MouseEvent<HTMLAnchorElement>,
  look: ReadyLook,
): Promise<void> {
  event.preventDefault();
  const { wordings } = currentState();
  const address = event.currentTarget.href;
  const isBuilt = Object.keys(wordings).length === 0;
  const make = () =>
    isBuilt ? fetchDeck(address) : askReader({ kind: 'refill', address, wordings }).then(addressOf);
  await saveDeck(event, make, sampleName(look));
}
