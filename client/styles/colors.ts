import plugin from 'tailwindcss/plugin';
import { colors } from '../../shared/colors.ts';

/** Makes `--color-*` and Tailwind's colour utilities (`bg-paper`, `text-ink-2`) from the one list of colours. */

const entries = Object.entries<readonly [string, string?]>(colors);
const values = entries.map(([name, [light, dark]]) => [
  `--color-${name}`,
  dark === undefined ? light : `light-dark(${light}, ${dark})`,
]);
/** One without a dark form stands for itself, so that shadows of it are worked out by the build. */
const used = entries.map(([name, [light, dark]]) => [name, dark ? `var(--color-${name})` : light]);

export default plugin(({ addBase }) => addBase({ ':root': Object.fromEntries(values) }), {
  theme: {
    colors: { transparent: 'transparent', current: 'currentColor', ...Object.fromEntries(used) },
  },
});
