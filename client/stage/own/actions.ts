import type { MouseEvent } from 'react';
import { askReader, ReaderMissing } from '../reader/reader.ts';
import { engagementName } from '../sample/engagement.ts';
import { type LookId as BuiltLook, looks } from '../sample/looks.ts';
import { chosenWordings } from './chosen-wordings.ts';
import type { Failure, OwnTemplate } from './own-template.ts';
import { type Picked, pickFile } from './pick-files.ts';
import { loadParts } from './prepare.ts';
import { change, currentState } from './store.ts';
import { wipe } from './wipe.ts';

/** Milliseconds before the line says that a file is read. A file that is read sooner shows nothing. */
const visiblyLate = 300;
/** Milliseconds for which the line names the saved file. */
const namedFor = 8000;

/** The number of the opened template in the worker. */
let opened: number | undefined;
/** Counts files and forgettings, so that a file that is read later than the next one changes nothing. */
let turn = 0;

async function read({ file }: Picked): Promise<OwnTemplate | Failure> {
  const answer = await askReader({ kind: 'open', file });
  if (!('opened' in answer)) return 'damaged';
  if ('refused' in answer.opened) return answer.opened.refused;
  const { template, description } = answer.opened;
  const { readTemplate } = await loadParts();
  const read = await readTemplate(file.name, description);
  opened = template;
  return read;
}

/** Reads the chosen files, and shows the deck in the template. Nothing is sent. */
export async function choose(files: readonly File[]): Promise<void> {
  const picked = pickFile(files);
  if (!picked) return;
  turn += 1;
  const mine = turn;
  const { name } = picked.file;
  const timer = setTimeout(() => change({ line: { state: 'reading', name } }), visiblyLate);
  const result = await read(picked).catch(
    (error: unknown): Failure => (error instanceof ReaderMissing ? 'reader_missing' : 'damaged'),
  );
  clearTimeout(timer);
  if (mine !== turn) return;
  if (typeof result === 'string') {
    change({ line: { state: 'failed', reason: result, name }, saved: undefined });
    return;
  }
  const { templates, document } = picked;
  wipe(() =>
    change({
      template: result,
      look: 'own',
      line: { state: 'read', templates, ...(document && { document }) },
      saved: undefined,
    }),
  );
}

/** Forgets the template without a word. A file that is being read is forgotten, too. */
export function leave(): void {
  turn += 1;
  change({ template: undefined, look: 'ours', line: { state: 'rest' }, saved: undefined });
}

/** Forgets the template. The slides take our look again. */
export function forget(): void {
  turn += 1;
  wipe(() =>
    change({ template: undefined, look: 'ours', line: { state: 'forgotten' }, saved: undefined }),
  );
}

/** Returns the name under which the deck in a template is saved. */
export const deckName = ({ name }: OwnTemplate): string =>
  `${engagementName} – ${name.replace(/\.[^.]*$/, '')}.pptx`;

/** Returns the name under which the sample deck in one of our looks is saved. */
export function sampleName(look: BuiltLook): string {
  const { name } = looks.find(({ id }) => id === look) ?? {};
  return look === 'ours' ? `${engagementName}.pptx` : `${engagementName} – ${name}.pptx`;
}

/** Hands a file over to the browser's downloads. */
function save(content: Uint8Array<ArrayBuffer>, name: string): void {
  const type = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
  const href = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser has read the file long before this.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Says for some seconds under which name the deck was saved. */
export function showSaved(name: string): void {
  change({ saved: name });
  setTimeout(() => {
    if (currentState().saved === name) change({ saved: undefined });
  }, namedFor);
}

/** Makes the deck in the visitor's template and saves it. */
export async function downloadInTemplate(): Promise<void> {
  const { template } = currentState();
  if (!template || opened === undefined) return;
  const answer = await askReader({
    kind: 'fill',
    template: opened,
    wordings: chosenWordings(document),
  });
  if (!('filled' in answer)) return;
  save(answer.filled, deckName(template));
  showSaved(deckName(template));
}

/**
 * Saves the sample deck in one of our looks. The link leads to the built file, which has the first wordings. For other
 * wordings the page itself makes a file.
 */
export async function downloadSample(
  event: MouseEvent<HTMLAnchorElement>,
  look: BuiltLook,
): Promise<void> {
  const wordings = chosenWordings(document);
  const name = sampleName(look);
  if (Object.keys(wordings).length > 0) {
    event.preventDefault();
    const { href } = event.currentTarget;
    try {
      const answer = await askReader({ kind: 'refill', address: href, wordings });
      if ('filled' in answer) save(answer.filled, name);
    } catch {
      location.assign(href);
      return;
    }
  }
  showSaved(name);
}
