import plugin from 'tailwindcss/plugin';
import { colors } from '../../shared/colors.ts';

/** Makes `--color-*` and Tailwind's colour utilities (`bg-paper`, `text-ink-2`) from the one list of colours. */

const names = Object.keys(colors);
const values = Object.entries<readonly [string, string?]>(colors).map(([name, [light, dark]]) => [
  `--color-${name}`,
  dark === undefined ? light : `light-dark(${light}, ${dark})`,
]);

export default plugin(({ addBase }) => addBase({ ':root': Object.fromEntries(values) }), {
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...Object.fromEntries(names.map((name) => [name, `var(--color-${name})`])),
    },
  },
});
