import plugin from 'tailwindcss/plugin';
import { breakpoints } from './breakpoints.ts';

/**
 * Tailwind variants of the breakpoints: `md` from a width on, `max-md` below it. Paper has the layout of a wide screen,
 * because browsers evaluate width queries with the width of a paper that is not ours.
 */
export default plugin(({ addVariant }) => {
  for (const [name, width] of Object.entries(breakpoints)) {
    addVariant(name, `@media print, (width >= ${width})`);
    addVariant(`max-${name}`, `@media screen and (width < ${width})`);
  }
});
