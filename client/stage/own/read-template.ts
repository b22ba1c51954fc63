import type { Opened } from '../reader/messages.ts';
import styles from './own.css?inline';
import { OwnLayouts } from './own-layouts.tsx';
import { OwnMiniature } from './own-miniature.tsx';
import { OwnSlide } from './own-slide.tsx';
import type { OwnTemplate } from './own-template.ts';
import { ownVariables } from './own-variables.ts';
import { noteOf, usageOf } from './template-words.ts';
import { missingTypefaces, widenessOf } from './typefaces.ts';

export { loadReader } from '../reader/reader.ts';
export { refusalWords } from './refusal-words.ts';

// The styles of slides in a template are a part of this script, so that they cannot be missing alone.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

/**
 * Makes what the page shows of a template. The page loads this module, with the components that draw slides in a
 * template, when a visitor is about to choose a file.
 */
export function readTemplate(name: string, opened: Opened): OwnTemplate {
  const { template: number, description, ground } = opened;
  const { heading, body } = description.typefaces;
  const missing = missingTypefaces([heading, body]);
  return {
    name,
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
