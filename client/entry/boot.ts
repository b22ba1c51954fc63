import { dialogId } from '../early-access/ids.ts';
import { observeReveals } from './reveal.ts';

/**
 * What the platform cannot do, before React is here and after. Without this script the dialog and the menu open
 * wherever the browser knows `command` and `popover`, and the browser sends the form.
 */

const menu = () => document.querySelector<HTMLElement>('#menu:popover-open');
const loadPage = () => import('./client.tsx');

// An `async` script does not hold up the jump to an anchor, and may come before the page that it needs.
if (document.readyState === 'loading')
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
const dialog = document.querySelector<HTMLDialogElement>(`#${dialogId}`);

/** Counted by source and nothing else; by the server not at all where the reader asks for privacy (`Sec-GPC`). */
function countOpening(source: string): void {
  const body = new Blob([JSON.stringify({ source })], { type: 'application/json' });
  navigator.sendBeacon('/api/opened', body);
}

/** Notes which button opened the dialog and when: the form’s clock starts here. */
function noteOpening(opener: HTMLElement): void {
  if (!dialog || dialog.open) return;
  const { source = '' } = opener.dataset;
  dialog.dataset.source = source;
  dialog.dataset.openedAt = String(performance.now());
  dialog.querySelector('form')?.reset();
  // A scrollbar that takes room leaves it while the page may not scroll.
  const { documentElement: html } = document;
  html.toggleAttribute('data-scrollbar', innerWidth > html.clientWidth);
  // Where the focus comes back to: Safari gives none to a pressed button, and the menu takes its own out of sight.
  const toggle = document.querySelector<HTMLElement>('[popovertarget]');
  (menu()?.contains(opener) && toggle ? toggle : opener).focus({ preventScroll: true });
  countOpening(source);
  loadPage();
}

/** Does what a button’s `command` says where the browser does not know it. */
function command(button: HTMLButtonElement): void {
  const name = button.getAttribute('command');
  if (name === 'show-modal') noteOpening(button);
  if ('commandForElement' in button) return;
  if (name === 'close') dialog?.close();
  else if (!dialog?.open) dialog?.showModal();
}

/** Smooth scrolling belongs to a press on a link within the page, not to Tab or to going back. */
const scrollSmoothly = (isSmooth: boolean) =>
  document.documentElement.toggleAttribute('data-smooth', isSmooth);

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLButtonElement>('button[command]');
  if (button) command(button);
  const link = target.closest('a');
  if (link && menu()?.contains(link)) menu()?.hidePopover();
  scrollSmoothly(Boolean(link?.hash) && link?.pathname === location.pathname);
});
for (const end of ['scrollend', 'keydown'])
  document.addEventListener(end, () => scrollSmoothly(false));

document.addEventListener('formdata', ({ target, formData }) => {
  if (dialog?.contains(target as Node)) formData.set('source', dialog.dataset.source ?? '');
});

/** The menu covers the page: who leaves it by the keyboard, or the page by going back, sees where they are. */
document.addEventListener('focusin', ({ target }) => {
  if (!(target as Element).closest('header')) menu()?.hidePopover();
});
matchMedia('(width >= 48rem)').addEventListener('change', () => menu()?.hidePopover());
addEventListener('popstate', () => {
  menu()?.hidePopover();
  dialog?.close();
});

// Not before the browser has painted the page and gone back to where its reader was: what they see by then stays.
addEventListener('load', () => {
  observeReveals();
  const main = document.querySelector('main');
  // The sections of a page that was navigated to, at the place that the router scrolled to.
  if (main) new MutationObserver(observeReveals).observe(main, { childList: true });
  document.documentElement.classList.add('js');
  if ('requestIdleCallback' in window) requestIdleCallback(loadPage);
  else setTimeout(loadPage, 200);
});
