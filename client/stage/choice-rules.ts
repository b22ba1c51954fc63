import plugin from 'tailwindcss/plugin';
import { looks } from './sample/looks.ts';
import { firstChosen, slides } from './sample/slides.ts';

/**
 * Style rules for the state of the product window. The state is which radio inputs are checked; no script is needed. An
 * element with `data-chosen="6"` is shown while title 6 is chosen. `data-wording="6.1"` stands for the second wording
 * of title 6, and `data-look="office"` for that look. All others of the same kind are hidden. A browser without
 * `:has()` shows the title that is chosen at first, first wordings and the first look.
 */

const rules: Record<string, Record<string, string>> = {};
const hidden = { display: 'none' };

/** A selector of elements, and the `id` of the radio input that shows them. */
interface Choice {
  elements: string;
  radio: string;
}

/**
 * Adds the rules of one group of radio inputs. The elements of the first choice are also shown while none of the radios
 * is checked. A browser paints the window before it has parsed the last radios, and the script adds the radios of most
 * wordings.
 */
function showChosen([first, ...others]: readonly [Choice, ...Choice[]]): void {
  const anyOther = others.map(({ radio }) => `#${radio}:checked`).join();
  rules[`.preview:has(${anyOther}) ${first.elements}`] = hidden;
  for (const { elements, radio } of others)
    rules[`.preview:not(:has(#${radio}:checked)) ${elements}`] = hidden;
}

const otherTitles = slides.filter(({ number }) => number !== firstChosen);
/** The strip chooses on the stage, the storyline in the window. The script keeps the two equal (state.ts). */
for (const [place, radio] of [
  ['.hero-stage', 'stage-title'],
  ['.product-window', 'window-title'],
]) {
  const choice = (number: number): Choice => ({
    elements: `${place} [data-chosen="${number}"]`,
    radio: `${radio}-${number}`,
  });
  showChosen([choice(firstChosen), ...otherTitles.map(({ number }) => choice(number))]);
}
for (const { number } of slides) {
  rules[`.preview:has(#window-title-${number}:checked) [for="window-title-${number}"]`] = {
    '--weight': '600',
  };
  rules[`.preview:has(#window-title-${number}:checked) [data-miniature="${number}"]`] = {
    '--chosen': '2px',
  };
}

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
for (const { id, palette, fonts, ...look } of otherLooks) {
  const { heading, body } = 'standIns' in look ? look.standIns : fonts;
  rules[`.look-${id}, .preview:has(#window-look-${id}:checked)`] = {
    '--deck-paper': palette.paper,
    '--deck-ink': palette.ink,
    '--deck-ink-2': palette.ink2,
    '--deck-mid': palette.mid,
    '--deck-light': palette.light,
    '--deck-rule': palette.light,
    '--deck-key': palette.key,
    '--deck-on-key': palette.onKey,
    '--deck-heading': `${heading}, var(--font-sans)`,
    '--deck-heading-weight': id === 'office' ? '400' : '500',
    '--deck-body': `${body}, var(--font-sans)`,
  };
}

const withoutHas = {
  [`[data-chosen]:not([data-chosen="${firstChosen}"])`]: hidden,
  '[data-wording]:not([data-wording$=".0"])': hidden,
  '[data-look]:not([data-look="ours"])': hidden,
};

for (const id of [...looks.map(({ id }) => id), 'own'])
  rules[`.preview:has(#window-look-${id}:checked) [for="window-look-${id}"]`] = {
    '--look-edge': 'var(--look-chosen)',
    '--look-ground': 'var(--color-tint)',
  };
for (const id of [...looks.map(({ id }) => id), 'own'])
  rules[`.preview:has(#window-look-${id}:focus-visible) [for="window-look-${id}"]`] = {
    outline: '2px solid var(--color-ink)',
    'outline-offset': '2px',
  };

export default plugin(({ addBase }) =>
  addBase({ ...rules, '@supports not selector(:has(a))': withoutHas }),
);
