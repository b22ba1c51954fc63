import { plainWayId } from '../early-access/ids.ts';
import { observeReveals } from '../layout/reveal.ts';
import { closeDialog, leaveDialog, notePress, openDialog } from './boot-dialog.ts';
import { escapeMenu, leaveMenu, pressMenu } from './boot-menu.ts';
import { orFreeForm } from './free-form.ts';

/** Makes the page usable before React arrives, and fetches React when nobody waits for anything else. */

const closest = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;
const early = (target: EventTarget | null) => closest(target, '[data-early-access]');
/** What these would do without this script, they need not do with it. */
const plainly = (target: EventTarget | null) => closest(target, `[form=${plainWayId}]`);

const loadPage = () => import('./client.tsx');
const loadDialog = () => orFreeForm(import('../early-access/live.tsx'));

document.addEventListener('click', (event) => {
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (plainly(target)) event.preventDefault();
  pressMenu(target);
  closeDialog(target);
  const opener = early(target);
  if (!opener) return;
  // Safari’s pointer focuses no button: without this, the dialog would have nobody to give the focus back to.
  opener.focus({ preventScroll: true });
  openDialog(opener.dataset.earlyAccess ?? '');
  loadDialog();
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') escapeMenu();
});
document.addEventListener('pointerdown', ({ target }) => notePress(target), { passive: true });
document.addEventListener(
  'focusin',
  ({ target }) => target instanceof Element && leaveMenu(target),
);
addEventListener('popstate', () => {
  leaveDialog();
  leaveMenu();
});
for (const intent of ['pointerover', 'focusin', 'touchstart'] as const) {
  document.addEventListener(intent, ({ target }) => early(target) && loadDialog(), {
    passive: true,
  });
}

// Not before the browser has painted the page and gone back to where its reader was: what they see by then stays.
addEventListener('load', () => {
  observeReveals();
  document.documentElement.classList.add('js');
  if ('requestIdleCallback' in window) requestIdleCallback(loadPage);
  else setTimeout(loadPage, 200);
});
