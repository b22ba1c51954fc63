import plugin from 'tailwindcss/plugin';
import { colors } from '../../shared/colors.ts';

/** Makes the variables `--color-*` and Tailwind's colour utilities (`bg-paper`, `text-ink-2`) from `shared/colors.ts`. */

const entries = Object.entries<readonly [string, string?]>(colors);
const values = entries.map(([name, [light, dark]]) => [
  `--color-${name}`,
  dark === undefined ? light : `light-dark(${light}, ${dark})`,
]);
/** A colour without a dark form is used as a value, not as a variable, so that the build can compute shadows from it. */
const used = entries.map(([name, [light, dark]]) => [name, dark ? `var(--color-${name})` : light]);

/** The light forms, for browsers older than `light-dark()`. Without them the field and the button would be invisible. */
const lightForms = entries.flatMap(([name, [light, dark]]) =>
  dark === undefined ? [] : [[`--color-${name}`, light]],
);
const base = {
  ':root': Object.fromEntries(values),
  '@supports not (color: light-dark(red, red))': { ':root': Object.fromEntries(lightForms) },
};

export default plugin(({ addBase }) => addBase(base), {
  theme: {
    colors: { transparent: 'transparent', current: 'currentColor', ...Object.fromEntries(used) },
  },
});
