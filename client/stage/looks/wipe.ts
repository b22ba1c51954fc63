/** How long the pen takes over the slide, in milliseconds. looks.css has the same time. */
const duration = 600;
/** The time between two miniatures. The last one changes when the pen is done. */
const apart = 40;

/** The look that was chosen before: its id, and the variables of the visitor's own template. */
export interface FormerLook {
  id: string;
  own: Readonly<Record<string, string>>;
}

/** Returns a copy of an element in a former look, in an element that sets the variables of that look. */
function copyIn({ id, own }: FormerLook, element: Element): HTMLElement {
  const copy = document.createElement('div');
  copy.className = `wiped look-${id}`;
  for (const [name, value] of Object.entries(own)) copy.style.setProperty(name, value);
  copy.append(element.cloneNode(true));
  // Without `data-look` the copy does not follow the look that is chosen now.
  for (const part of copy.querySelectorAll<HTMLElement>('[data-look]')) {
    if (part.dataset.look === id) delete part.dataset.look;
    else part.remove();
  }
  return copy;
}

/**
 * Wipes the former look off the window after another look was chosen. The pen goes over the slide from left to right and
 * leaves the new look behind it. The miniatures change one after the other, and the pane of the sources changes at the
 * end. The real parts have the new look from the start: copies in the former look cover them for a time. Under reduced
 * motion everything changes at once.
 */
export function wipe(preview: HTMLElement, former: FormerLook): void {
  for (const copy of preview.querySelectorAll('.wiped')) copy.remove();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const visible = (selector: string) =>
    [...preview.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  function cover(element: Element, time: number, className = ''): HTMLElement {
    const copy = copyIn(former, element);
    if (className) copy.classList.add(className);
    element.after(copy);
    setTimeout(() => copy.remove(), time);
    return copy;
  }
  const miniatures = visible('.miniature-place > .miniature');
  for (const [index, miniature] of miniatures.entries())
    cover(miniature, duration - (miniatures.length - 1 - index) * apart);
  for (const slide of visible('.stage > * > *')) {
    const bar = document.createElement('i');
    bar.className = 'wiped wipe-bar';
    cover(slide, duration, 'wiped-slide').after(bar);
    setTimeout(() => bar.remove(), duration);
  }
  for (const sources of visible('.sources')) cover(sources, duration, 'wiped-sources');
}
