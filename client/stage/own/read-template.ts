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
 */
export async function readTemplate(file: File): Promise<OwnTemplate | FailureWords> {
  // Chromium on Android gives a file of a cloud to the page only, and not to a worker.
  const content = await file.arrayBuffer().catch(() => undefined);
  if (!content) return unreadable;
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
    note: noteOf(description, missing),
    usage: usageOf(description, missing),
    draw: { Slide: OwnSlide, Miniature: OwnMiniature, Layouts: OwnLayouts },
  };
}
