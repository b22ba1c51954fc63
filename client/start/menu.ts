import { menuId } from '../layout/menu-id.ts';

const findMenu = () => document.getElementById(menuId);
const findToggle = () => document.querySelector<HTMLElement>(`header [href="#${menuId}"]`);

/** Returns the phone menu while it is open as a popover, otherwise null. */
export function findOpenMenu(): HTMLElement | null {
  const menu = findMenu();
  return menu?.togglePopover && menu.matches(':popover-open') ? menu : null;
}

export const hideMenu = (): void => findOpenMenu()?.hidePopover();

/** Returns the element that opens the dialog from the page: the toggle of the menu for a button in the open menu. */
export const visibleOpener = (button: HTMLElement): HTMLElement =>
  (findOpenMenu()?.contains(button) && findToggle()) || button;

/** Makes the toggle of the phone menu open the menu as a popover, where the browser has popovers. */
export function startMenu(): void {
  if (!('popover' in HTMLElement.prototype)) return;
  // A press outside of the menu closes the menu before the click arrives. The click must not open the menu again.
  let wasOpen = false;
  document.addEventListener('pointerdown', () => {
    wasOpen = findOpenMenu() !== null;
  });
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !findToggle()?.contains(event.target)) return;
    event.preventDefault();
    const isPointer = event.detail > 0;
    findMenu()?.togglePopover(isPointer ? !wasOpen : undefined);
  });
  document.addEventListener(
    'toggle',
    ({ target }) => {
      const isOpen = findOpenMenu() !== null;
      if (target === findMenu()) findToggle()?.setAttribute('aria-expanded', String(isOpen));
    },
    true,
  );
}
