import plugin from 'tailwindcss/plugin';
import { breakpoints } from './breakpoints.ts';

/**
 * Tailwind variants of the breakpoints: `md` from a width on, `max-md` below it. Paper has the layout of a wide screen,
 * because browsers evaluate width queries with the width of a paper that is not ours. `on-paper` overrides the breakpoints
 * in print. Tailwind's own `print` would not: it stands before the breakpoints in the style sheet.
 */
export default plugin(({ addVariant }) => {
  for (const [name, width] of Object.entries(breakpoints)) {
    addVariant(name, `@media print, (width >= ${width})`);
    addVariant(`max-${name}`, `@media screen and (width < ${width})`);
  }
  addVariant('on-paper', '@media print');
});
