import { plainWayId } from '../early-access/ids.ts';
import { observeReveals } from '../layout/reveal.ts';
import { closeDialog, leaveDialog, notePress, openDialog } from './boot-dialog.ts';
import { escapeMenu, leaveMenu, pressMenu } from './boot-menu.ts';
import { afterFirstPaint } from './first-paint.ts';
import { orFreeForm } from './free-form.ts';
import { bringLater } from './later.ts';

/** Makes the page usable before React arrives, and fetches React when nobody waits for anything else. */

const closest = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;
const early = (target: EventTarget | null) => closest(target, '[data-early-access]');
/** What these would do without this script, they need not do with it. */
const plainly = (target: EventTarget | null) => closest(target, `[form=${plainWayId}]`);

const loadPage = () => import('./client.tsx');
const loadDialog = () => orFreeForm(import('../early-access/live.tsx'));

const styled = new Promise<void>(afterFirstPaint).then(() => {
  const later = bringLater();
  if (scrollY) import('../navigation/scroll.ts').then((places) => places.keepPlace(later));
  return later;
});

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
  styled.then(() => openDialog(opener.dataset.earlyAccess ?? ''));
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

// The first paint waits for nothing of ours: not for a question about the layout, not for React.
styled.then(() => {
  observeReveals();
  document.documentElement.classList.add('js');
  if ('requestIdleCallback' in window) requestIdleCallback(loadPage);
  else setTimeout(loadPage, 200);
});
