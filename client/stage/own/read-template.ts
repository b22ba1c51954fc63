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
  // Archive programs hand over an empty file when a file is dragged out of their window.
  if (file.size === 0) return unreadable;
  const read = await loadReader();
  const open = (source: Blob) => read({ kind: 'open', file: source }).catch(() => undefined);
  // The engine refuses a longer file, and needs no more of it for that.
  const start = file.slice(0, mostBytes + 1);
  let opened = await open(start);
  // Chromium on Android gives a file of a cloud to the page only, and not to a worker.
  if (opened === 'unread')
    opened = await start.arrayBuffer().then(
      (content) => open(new Blob([content])),
      () => 'unread' as const,
    );
  if (opened === 'unread') return unreadable;
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
