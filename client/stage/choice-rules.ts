import plugin from 'tailwindcss/plugin';
import { looks } from './sample/looks.ts';
import { chosenInFront, firstChosen, slides } from './sample/slides.ts';

/**
 * The style rules show what the visitor has chosen in the hero and the product window. They read which radio inputs are
 * checked, so that the choices work without a script.
 * An element with `data-chosen="6"` is shown while title 6 is chosen. `data-wording="6.1"` stands for the second wording
 * of title 6, and `data-look="office"` for that look. All others of the same kind are hidden. A browser without
 * `:has()` shows the title that is chosen at first, first wordings and the first look.
 */

const rules: Record<string, Record<string, string>> = {};
const hidden = { display: 'none' };

/** Selects the scope of the choices while a radio input has a state. */
const when = (radio: string, state = 'checked') => `.preview:has(#${radio}:${state})`;

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
function showChosen([first, ...others]: readonly Choice[]): void {
  const anyOther = others.map(({ radio }) => `#${radio}:checked`).join();
  rules[`.preview:has(${anyOther}) ${first?.elements}`] = hidden;
  for (const { elements, radio } of others)
    rules[`.preview:not(:has(#${radio}:checked)) ${elements}`] = hidden;
}

// The strip chooses on the stage, the storyline in the window. The script keeps the two equal (state.ts).
for (const [place, group] of [
  ['.hero-stage', 'stage-title'],
  ['.product-window', 'window-title'],
])
  showChosen(
    chosenInFront.map(({ number }) => ({
      elements: `${place} [data-chosen="${number}"]`,
      radio: `${group}-${number}`,
    })),
  );

for (const { number, wordings } of slides) {
  const radio = `window-title-${number}`;
  rules[`${when(radio)} [for="${radio}"]`] = { '--weight': '600' };
  rules[`${when(radio)} [data-miniature="${number}"]`] = { '--chosen': '2px' };
  showChosen(
    wordings.map((_, index) => ({
      elements: `[data-wording="${number}.${index}"]`,
      radio: `window-wording-${number}-${index}`,
    })),
  );
}

const choicesOfLooks = [...looks.map(({ id }) => id), 'own'].map((id) => ({
  elements: `[data-look="${id}"]`,
  radio: `window-look-${id}`,
}));
showChosen(choicesOfLooks);
for (const { radio } of choicesOfLooks) {
  const tile = `[for="${radio}"]`;
  rules[`${when(radio)} ${tile}`] = {
    '--look-edge': 'var(--look-chosen)',
    '--look-ground': 'var(--color-tint)',
  };
  rules[`${when(radio, 'focus-visible')} ${tile}`] = {
    outline: '2px solid var(--color-ink)',
    'outline-offset': '2px',
  };
}

// The first look is made of the site's own colours (looks.css).
for (const { id, palette, fonts, ...look } of looks.slice(1)) {
  const { heading, body } = 'standIns' in look ? look.standIns : fonts;
  rules[`.look-${id}, ${when(`window-look-${id}`)}`] = {
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

export default plugin(({ addBase }) =>
  addBase({ ...rules, '@supports not selector(:has(a))': withoutHas }),
);
