import type { OwnTemplate } from '../own-slides/own-template.ts';
import { change, currentState, type LineState } from '../state.ts';
import { type FailureWords, wordsOfMissing } from './failure-words.ts';
import { bringIntoView } from './in-view.ts';
import { pickFile } from './pick-files.ts';
import { askReader, loadParts } from './prepare.ts';
import { wipe } from './wipe.ts';

/** Milliseconds before the line says that a file is read. A file that is read sooner shows nothing. */
const readingShownAfter = 300;

/** Counts the choices of a file and the forgettings. Only the last choice says what became of the file. */
let turn = 0;

/** The last template that was chosen and not refused. Undefined after the page shows the template. */
let coming: Promise<OwnTemplate | undefined> | undefined;

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

/**
 * Reads the chosen files, and shows the deck in the template. Nothing is sent. If the file is refused, a template that was
 * chosen before and is still read is shown.
 */
export async function choose(files: readonly File[]): Promise<void> {
  const file = pickFile(files);
  if (!file) return;
  turn += 1;
  const mine = turn;
  const isLast = () => mine === turn;
  const { name } = file;
  const timer = setTimeout(() => {
    if (isLast()) change({ line: { state: 'reading', name } });
  }, readingShownAfter);
  let line: LineState = { state: 'read' };
  const earlier = coming;
  coming = read(file, files).then((result) => {
    clearTimeout(timer);
    if ('number' in result) {
      earlier?.then(release);
      return result;
    }
    line = { state: 'failed', what: 'file', words: result, name };
    if (isLast()) {
      change({ line, saved: undefined });
      // The line says why the file was refused.
      bringIntoView(document.querySelector('.template-line'), 'nearest');
    }
    return earlier;
  });
  const template = await coming;
  if (!template || !isLast()) return;
  wipe(() => {
    // The visitor may leave the page, or choose the next file, before the wipe has its picture.
    if (!isLast()) return;
    coming = undefined;
    release(currentState().template);
    change({ template, look: 'own', line, saved: undefined });
  });
}

/** Forgets the template, and a file that is being read. The slides take our look again. */
function clear(state: 'rest' | 'forgotten'): void {
  turn += 1;
  coming?.then(release);
  coming = undefined;
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
