const toggle = () => document.querySelector('[data-menu-toggle]');
const isOpen = () => toggle()?.getAttribute('aria-expanded') === 'true';
const set = (open: boolean) => toggle()?.setAttribute('aria-expanded', String(open));

/** Works the small screens’ menu: its button toggles it, anything pressed inside closes it. */
export function pressMenu(target: Element): void {
  if (target.closest('[data-menu-toggle]')) set(!isOpen());
  else if (target.closest('#menu a, #menu button')) set(false);
}

/** Escape closes it and gives the focus back to its button. */
export function escapeMenu(): void {
  if (!isOpen()) return;
  set(false);
  (toggle() as HTMLElement | null)?.focus();
}
