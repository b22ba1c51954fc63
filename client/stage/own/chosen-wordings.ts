import type { Wordings } from '../sample/deck.ts';
import { slides } from '../sample/slides.ts';

/** Returns the chosen wording of each title, by the number of its slide. First wordings are left out. */
export function chosenWordings(): Wordings {
  const inputs = slides.map(({ number }) => {
    const name = `window-wording-${number}`;
    return [
      number,
      Number(document.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value),
    ];
  });
  return Object.fromEntries(inputs.filter(([, wording]) => wording));
}
