import plugin from 'tailwindcss/plugin';
import { looks } from './sample/looks.ts';
import { firstChosen, slides } from './sample/slides.ts';

/**
 * Style rules for the state of the product window. The state is which radio inputs are checked; no script is needed.
 * An element with `data-chosen="6"` is shown while title 6 is chosen, one with `data-wording="6.1"` while the second
 * wording of title 6 is chosen, one with `data-look="office"` while that look is chosen. All others of the same kind are
 * hidden. A browser without `:has()` shows the title that is chosen at first, first wordings and the first look.
 */

const rules: Record<string, Record<string, string>> = {};
const hidden = { display: 'none' };

/** A selector of elements, and the `id` of the radio input that shows them. */
interface Choice {
  elements: string;
  radio: string;
}

/**
 * Adds the rules of one group of radio inputs. The elements of the first choice are also shown while none of the radios is
 * checked, because a browser paints the window before it has parsed the last radios, and because the script adds the
 * radios of most wordings.
 */
function showChosen([first, ...others]: readonly [Choice, ...Choice[]]): void {
  const anyOther = others.map(({ radio }) => `#${radio}:checked`).join();
  rules[`.preview:has(${anyOther}) ${first.elements}`] = hidden;
  for (const { elements, radio } of others)
    rules[`.preview:not(:has(#${radio}:checked)) ${elements}`] = hidden;
}

const titleChoice = (number: number): Choice => ({
  elements: `[data-chosen="${number}"]`,
  radio: `window-title-${number}`,
});
const otherTitles = slides.filter(({ number }) => number !== firstChosen);
showChosen([titleChoice(firstChosen), ...otherTitles.map(({ number }) => titleChoice(number))]);
for (const { number } of slides)
  rules[`.preview:has(#window-title-${number}:checked) [for="window-title-${number}"]`] = {
    '--chosen': '2px',
    '--weight': '600',
  };

for (const { number, wordings } of slides) {
  const [first, ...others] = wordings.map((_, index) => ({
    elements: `[data-wording="${number}.${index}"]`,
    radio: `window-wording-${number}-${index}`,
  }));
  if (first) showChosen([first, ...others]);
}

const lookChoice = (id: string): Choice => ({
  elements: `[data-look="${id}"]`,
  radio: `window-look-${id}`,
});
const [firstLook, ...otherLooks] = looks;
showChosen([
  lookChoice(firstLook.id),
  ...otherLooks.map(({ id }) => lookChoice(id)),
  lookChoice('own'),
]);

// The first look is made of the site's own colours (looks.css).
for (const { id, palette, fonts } of otherLooks) {
  rules[`.look-${id}, .window-body:has(#window-look-${id}:checked)`] = {
    '--deck-paper': palette.paper,
    '--deck-ink': palette.ink,
    '--deck-ink-2': palette.ink2,
    '--deck-mid': palette.mid,
    '--deck-light': palette.light,
    '--deck-rule': palette.light,
    '--deck-key': palette.key,
    '--deck-on-key': palette.onKey,
    '--deck-heading': `${fonts.heading}, var(--font-sans)`,
    '--deck-heading-weight': id === 'office' ? '400' : '500',
    '--deck-body': `${fonts.body}, var(--font-sans)`,
  };
}

const withoutHas = {
  [`[data-chosen]:not([data-chosen="${firstChosen}"])`]: hidden,
  '[data-wording]:not([data-wording$=".0"])': hidden,
  '[data-look]:not([data-look="ours"])': hidden,
};

// The own look is read by the script, which sets its variables (own-template.tsx).
rules['.look-own, .window-body:has(#window-look-own:checked)'] = {
  '--deck-paper': 'var(--own-paper)',
  '--deck-ink': 'var(--own-ink)',
  '--deck-ink-2': 'var(--own-ink-2)',
  '--deck-mid': 'var(--own-mid)',
  '--deck-light': 'var(--own-light)',
  '--deck-light-edge': 'var(--own-mid)',
  '--deck-rule': 'var(--own-light)',
  '--deck-key': 'var(--own-key)',
  '--deck-on-key': 'var(--own-on-key)',
  '--deck-heading': 'var(--own-heading), var(--font-sans)',
  '--deck-heading-weight': '500',
  '--deck-body': 'var(--own-body), var(--font-sans)',
};

export default plugin(({ addBase }) =>
  addBase({ ...rules, '@supports not selector(:has(a))': withoutHas }),
);
