import { mostBytes } from '../../deck/refusal.ts';
import styles from '../own-slides/own.css?inline';
import { OwnLayouts } from '../own-slides/own-layouts.tsx';
import { OwnMiniature } from '../own-slides/own-miniature.tsx';
import { OwnSlide } from '../own-slides/own-slide.tsx';
import type { OwnTemplate } from '../own-slides/own-template.ts';
import { ownVariables } from '../own-slides/own-variables.ts';
import { missingTypefaces, widenessOf } from '../own-slides/typefaces.ts';
import { loadReader } from '../reader/reader.ts';
import { addStyles } from './add-styles.ts';
import type { FailureWords } from './failure-words.ts';
import { refusalWords, unreadable } from './refusal-words.ts';
import { noteOf, usageOf } from './template-words.ts';
import { addWipeStyles } from './wipe.ts';

export { loadReader };

addStyles(styles);
addWipeStyles();

/**
 * Reads a file and makes what the page shows of the template. The page loads this module, with the components that draw
 * slides in a template, when a visitor is about to choose a file. Rejects if the engine does not load.
 * @param chosen all files that the visitor chose or dropped together
 */
export async function readTemplate(
  file: File,
  chosen: readonly File[],
): Promise<OwnTemplate | FailureWords> {
  // Chromium on Android gives a file of a cloud to the page only, and not to a worker.
  // The engine refuses a longer file, and needs no more of it for that.
  const start = file.slice(0, mostBytes + 1);
  const content = await start.arrayBuffer().catch(() => undefined);
  // Archive programs hand over an empty file when a file is dragged out of their window.
  if (!content?.byteLength) return unreadable;
  const read = await loadReader();
  const opened = await read({ kind: 'open', content }).catch(() => undefined);
  if (!opened) return refusalWords.damaged;
  if ('refused' in opened) return refusalWords[opened.refused];
  const { template: number, description, ground } = opened;
  const { heading, body } = description.typefaces;
  const missing = missingTypefaces([heading, body]);
  return {
    name: file.name,
    number,
    description,
    ground,
    variables: ownVariables(description),
    wideness: widenessOf(body),
    missing,
    note: noteOf(description, missing, chosen),
    usage: usageOf(description, missing),
    draw: { Slide: OwnSlide, Miniature: OwnMiniature, Layouts: OwnLayouts },
  };
}
