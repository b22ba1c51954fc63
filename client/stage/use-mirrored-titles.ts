import { type RefObject, useEffect } from 'react';

/** The two groups of radios that choose a title: the strip of the stage, and the storyline of the window. */
const groups = { 'stage-title': 'window-title', 'window-title': 'stage-title' } as const;

/** Keeps the strip of the stage and the storyline of the window at the same title. */
export function useMirroredTitles(figure: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const preview = figure.current?.closest<HTMLElement>('.preview');
    if (!preview) return;
    const mirror = (target: EventTarget | null) => {
      if (!(target instanceof HTMLInputElement) || !(target.name in groups)) return;
      const other = `#${groups[target.name as keyof typeof groups]}-${target.value}`;
      const radio = preview.querySelector<HTMLInputElement>(other);
      if (radio) radio.checked = true;
    };
    // The visitor may have chosen a title before the script arrived, in one group only.
    const chosen = [...preview.querySelectorAll<HTMLInputElement>('input:checked')];
    mirror(chosen.find(({ name, defaultChecked }) => name in groups && !defaultChecked) ?? null);
    const change = ({ target }: Event) => mirror(target);
    preview.addEventListener('change', change);
    return () => preview.removeEventListener('change', change);
  }, [figure]);
}
