const toggle = () => document.querySelector('[data-menu-toggle]');
const isOpen = () => toggle()?.getAttribute('aria-expanded') === 'true';
const set = (open: boolean) => toggle()?.setAttribute('aria-expanded', String(open));

/**
 * Works the small screens’ menu: its button toggles it, anything pressed inside closes it. What the dialog’s
 * button had of the focus goes to the toggle, and comes back there: the button itself is then out of sight.
 */
export function pressMenu(target: Element): void {
  if (target.closest('[data-menu-toggle]')) set(!isOpen());
  else if (target.closest('#menu [data-early-access]')) escapeMenu();
  else if (target.closest('#menu a')) set(false);
}

/** Escape closes it and gives the focus back to its button. */
export function escapeMenu(): void {
  if (!isOpen()) return;
  set(false);
  (toggle() as HTMLElement | null)?.focus();
}

/** It covers the page: whoever leaves it by the keyboard, or by going back, sees what they come to. */
export function leaveMenu(target?: Element): void {
  if (isOpen() && !target?.closest('.nav')) set(false);
}
