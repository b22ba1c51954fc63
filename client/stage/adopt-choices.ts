import { makeCautious } from './cautious.tsx';
import { change, chooseWording, type Look } from './state.ts';

/** Takes over an input that the visitor has pressed. */
function adopt({ name, value }: HTMLInputElement): void {
  if (name.endsWith('-title')) change({ title: Number(value) });
  else if (name === 'window-look') change({ look: value as Look });
  else if (name === 'window-cautious') makeCautious(true);
  else if (name.startsWith('window-wording-'))
    chooseWording(Number(name.split('-')[2]), Number(value));
}

/** Takes over what the visitor has chosen in the hero and the window before the script arrived, or the browser has restored. */
export function adoptChoices(preview: Element | null | undefined): void {
  const inputs = [...(preview?.querySelectorAll('input') ?? [])];
  inputs.filter(({ checked, defaultChecked }) => checked && !defaultChecked).forEach(adopt);
}
