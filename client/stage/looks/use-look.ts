import { type RefObject, useEffect } from 'react';
import { change, currentState, type Look, useTemplateState } from '../own/store.ts';
import { wipe } from '../own/wipe.ts';

/** Keeps the radios of the looks and the page's state equal. A press wipes the slides into the chosen look. */
export function useLook(figure: RefObject<HTMLElement | null>): void {
  const look = useTemplateState((state) => state.look);
  useEffect(() => {
    const preview = figure.current?.closest('.preview');
    const radios = () => [
      ...(preview?.querySelectorAll<HTMLInputElement>('[name="window-look"]') ?? []),
    ];
    // The visitor may have chosen a look before the script arrived, or the browser has restored a look. After a visit to
    // another page of this site the radios are new, and the state has the look.
    const chosen = radios().find(({ checked, defaultChecked }) => checked && !defaultChecked);
    if (chosen) change({ look: chosen.value as Look });
    const press = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== 'window-look') return;
      const next = target.value as Look;
      const former = currentState().look;
      // The slides show the former look until the wipe has its picture.
      for (const radio of radios()) radio.checked = radio.value === former;
      wipe(() => {
        for (const radio of radios()) radio.checked = radio.value === next;
        change({ look: next });
      });
    };
    preview?.addEventListener('change', press);
    return () => preview?.removeEventListener('change', press);
  }, [figure]);
  // Runs inside the update of a wipe, so that the style sheet follows in the same frame.
  useEffect(() => {
    const id = `#window-look-${look}`;
    const radio = figure.current?.closest('.preview')?.querySelector<HTMLInputElement>(id);
    if (radio) radio.checked = true;
  }, [figure, look]);
}
