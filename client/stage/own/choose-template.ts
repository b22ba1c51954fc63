import type { OwnTemplate } from '../own-slides/own-template.ts';
import { change, currentState } from '../state.ts';
import { type FailureWords, wordsOfMissing } from './failure-words.ts';
import { isInView } from './in-view.ts';
import { pickFile } from './pick-files.ts';
import { askReader, loadParts } from './prepare.ts';
import { wipe } from './wipe.ts';

/** Milliseconds before the line says that a file is read. A file that is read sooner shows nothing. */
const readingShownAfter = 300;

/** Counts the choices of a file and the forgettings, so that a file that is read after the next choice changes nothing. */
let turn = 0;

/** Reads a file. Resolves with the words of a failure if the file is no template, or if code is missing. */
async function read(file: File, chosen: readonly File[]): Promise<OwnTemplate | FailureWords> {
  try {
    const { readTemplate } = await loadParts();
    return await readTemplate(file, chosen);
  } catch {
    return wordsOfMissing();
  }
}

/** Lets the worker forget a template. */
function release(template: OwnTemplate | undefined): void {
  if (template) askReader({ kind: 'forget', template: template.number }).catch(() => {});
}

/** Scrolls to the template line, which says why a file was refused. Leaves the page under a dialog alone. */
function showLine(): void {
  const line = document.querySelector('.template-line');
  if (line && !isInView(line) && !document.querySelector(':modal'))
    line.scrollIntoView({ block: 'center' });
}

/** Reads the chosen files, and shows the deck in the template. Nothing is sent. */
export async function choose(files: readonly File[]): Promise<void> {
  const file = pickFile(files);
  if (!file) return;
  turn += 1;
  const mine = turn;
  const { name } = file;
  const timer = setTimeout(() => {
    if (mine === turn) change({ line: { state: 'reading', name } });
  }, readingShownAfter);
  const result = await read(file, files);
  clearTimeout(timer);
  if (mine !== turn) {
    if ('number' in result) release(result);
    return;
  }
  if ('problem' in result) {
    change({ line: { state: 'failed', what: 'file', words: result, name }, saved: undefined });
    showLine();
    return;
  }
  wipe(() => {
    // The visitor may leave the page before the wipe has its picture.
    if (mine !== turn) return release(result);
    release(currentState().template);
    change({ template: result, look: 'own', line: { state: 'read' }, saved: undefined });
  });
}

/** Forgets the template, and a file that is being read. The slides take our look again. */
function clear(state: 'rest' | 'forgotten'): void {
  turn += 1;
  release(currentState().template);
  change({ template: undefined, look: 'ours', line: { state }, saved: undefined });
}

/** Forgets the template when the visitor leaves the page. */
export const leave = (): void => clear('rest');

/**
 * Forgets the template, and says so in the template line. The pressed button goes away with the template. The focus moves
 * to the control beside it that chooses a template.
 */
export async function forget({ currentTarget }: { currentTarget: Element }): Promise<void> {
  const place = currentTarget.closest('.template-line, .looks, .desk');
  await wipe(() => clear('forgotten'));
  place?.querySelector<HTMLElement>('[type=file], .look-choose')?.focus({ preventScroll: true });
}
