import { findDialog, prepareOpening } from '../early-access/opening.ts';
import { menuId } from '../layout/menu-id.ts';
import { breakpoints } from '../styles/breakpoints.ts';
import { observeReveals } from './reveal.ts';

/**
 * The first script of every page. It does what the browser cannot do by itself, before and after React arrives.
 * Without this script the browser opens dialog and menu if it supports `command` and `popover`, and sends the form.
 */

const findOpenMenu = () => document.querySelector<HTMLElement>(`#${menuId}:popover-open`);
const loadPage = () => import('./client.tsx');

// An `async` script does not delay the jump to an anchor. It may run before the document is parsed.
if (document.readyState === 'loading')
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));

/** Prepares the dialog for the button that opens it, and loads React. */
function open(button: HTMLButtonElement): void {
  if (!prepareOpening(button.dataset.source ?? '')) return;
  // The focus returns to this element: Safari does not focus a pressed button, and a button in the menu gets hidden.
  const toggle = document.querySelector<HTMLElement>('[popovertarget]');
  (findOpenMenu()?.contains(button) && toggle ? toggle : button).focus({ preventScroll: true });
  loadPage();
}

/** Follows the attribute `command` of a button. Opens or closes the dialog itself if the browser does not support `command`. */
function runCommand(button: HTMLButtonElement): void {
  const command = button.getAttribute('command');
  if (command === 'show-modal') open(button);
  if ('commandForElement' in button) return;
  const dialog = findDialog();
  if (command === 'close') dialog?.close();
  else if (!dialog?.open) dialog?.showModal();
}

/** Turns smooth scrolling on or off. It is on only after a press on a link within the page. */
const scrollSmoothly = (isSmooth: boolean) =>
  document.documentElement.toggleAttribute('data-smooth', isSmooth);

document.addEventListener('click', (event) => {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLButtonElement>('button[command]');
  if (button && !event.defaultPrevented) runCommand(button);
  const link = target.closest('a');
  if (link && findOpenMenu()?.contains(link)) findOpenMenu()?.hidePopover();
  scrollSmoothly(Boolean(link?.hash) && link?.pathname === location.pathname);
});
for (const end of ['scrollend', 'keydown'])
  document.addEventListener(end, () => scrollSmoothly(false));

// The menu covers the page. It closes when the focus leaves it, when the visitor goes back, and on a wide screen.
document.addEventListener('focusin', ({ target }) => {
  if (!(target as Element).closest('header')) findOpenMenu()?.hidePopover();
});
matchMedia(`(width >= ${breakpoints.md})`).addEventListener('change', () =>
  findOpenMenu()?.hidePopover(),
);
addEventListener('popstate', () => {
  findOpenMenu()?.hidePopover();
  findDialog()?.close();
});

// After `load` the browser has painted the page and restored the scroll position. Sections in view then stay visible.
addEventListener('load', () => {
  observeReveals();
  const main = document.querySelector('main');
  // After a navigation within the site, reveals the sections of the new page where the router has scrolled to.
  if (main) new MutationObserver(observeReveals).observe(main, { childList: true });
  document.documentElement.classList.add('js');
  if ('requestIdleCallback' in window) requestIdleCallback(loadPage);
  else setTimeout(loadPage, 200);
});
