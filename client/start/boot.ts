import { closeSentForm, findDialog, openDialog } from '../early-access/opening.ts';
import { breakpoints } from '../styles/breakpoints.ts';
import { isCurrent } from './is-current.ts';
import { findOpenMenu, hideMenu, startMenu, visibleOpener } from './menu.ts';
import { observeReveals } from './reveal.ts';

/**
 * The first script of every page. It does what the browser cannot do by itself, before and after React arrives.
 * Without this script, and in a browser older than the floor, links lead to the form, and the browser sends the form.
 */

/** Loads React. A failure leaves the page and its form as they are. The next opening of the dialog tries again. */
const loadPage = () => void import('./client.tsx').catch(() => {});

function loadPageWhenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(loadPage);
  else setTimeout(loadPage, 200);
}

/**
 * Opens the dialog for a button, and loads React. If opening fails, the form stands in the page, and the browser follows
 * the link to the form.
 */
function open(button: HTMLElement, event: MouseEvent): void {
  try {
    // The focus returns to this element: Safari does not focus a pressed link, and a link in the menu gets hidden.
    visibleOpener(button).focus({ preventScroll: true });
    hideMenu();
    openDialog(button.dataset.source, event);
    event.preventDefault();
  } catch (error) {
    findDialog()?.setAttribute('open', '');
    reportError(error);
  }
  loadPage();
}

/** Turns smooth scrolling on or off. It is on only after a press on a link within the page. */
const scrollSmoothly = (isSmooth: boolean) =>
  document.documentElement.toggleAttribute('data-smooth', isSmooth);

function handleClick(event: MouseEvent): void {
  const { target, defaultPrevented } = event;
  if (!(target instanceof Element)) return;
  const opener = target.closest<HTMLElement>('[data-source]');
  const closer = target.closest('[data-closes]');
  const opensTab = event.ctrlKey || event.metaKey || event.shiftKey;
  if ((opener || closer) && !defaultPrevented && !opensTab) {
    if (opener) open(opener, event);
    else {
      event.preventDefault();
      findDialog()?.close();
    }
    return;
  }
  const link = target.closest('a');
  if (link && findOpenMenu()?.contains(link)) hideMenu();
  scrollSmoothly(Boolean(link?.hash) && link?.pathname === location.pathname);
}

/**
 * Keeps a file that is dropped before React arrives in the field of the template line, because the browser would open the
 * file in place of the page. React takes the file out of the field.
 */
function keepDropped(event: DragEvent): void {
  const { dataTransfer } = event;
  const field = document.querySelector<HTMLInputElement>('.template-line [type=file]');
  if (event.defaultPrevented || !field || !dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  if (event.type === 'drop') field.files = dataTransfer.files;
}

function start(): void {
  document.documentElement.setAttribute('data-scripted', '');
  document.addEventListener('click', handleClick);
  document.addEventListener('keydown', (event) => {
    const { target, key, repeat } = event;
    // A link that is announced as a button follows the space bar, too.
    const isSpace =
      key === ' ' && target instanceof HTMLElement && target.matches('a[role=button]');
    // A key that is held presses once. The next control may have the focus already.
    if (isSpace || (repeat && key === 'Enter')) event.preventDefault();
    if (isSpace && !repeat) target.click();
  });
  // React's listeners of the document come first.
  addEventListener('dragover', keepDropped);
  addEventListener('drop', keepDropped);
  for (const end of ['scrollend', 'keydown'])
    document.addEventListener(end, () => scrollSmoothly(false));

  // The menu covers the page. It closes when the focus leaves it, when the visitor goes back, and on a wide screen.
  startMenu();
  document.addEventListener('focusin', ({ target }) => {
    if (!(target as Element).closest('header')) hideMenu();
  });
  matchMedia(`(width >= ${breakpoints.md})`).addEventListener('change', hideMenu);
  addEventListener('popstate', () => {
    hideMenu();
    const dialog = findDialog();
    // A press on a link within the page comes here, too. The form that stands in the page stays.
    if (dialog?.matches(':modal')) dialog.close();
  });

  // After `load` the browser has painted the page and restored the scroll position. Sections in view then stay visible.
  addEventListener('load', () => {
    // Some browsers never report a paint, to protect the visitor's privacy. Some are never idle. Some lack an observer.
    setTimeout(loadPage, 5_000);
    observeReveals();
    const main = document.querySelector('main');
    // After a navigation within the site, reveals the sections of the new page where the router has scrolled to.
    if (main) new MutationObserver(observeReveals).observe(main, { childList: true });
    // The page may load before it is painted. React waits for the paint, so that it takes no bandwidth from the page.
    new PerformanceObserver(loadPageWhenIdle).observe({ type: 'paint', buffered: true });
  });
  // The last step: a failure before it leaves the form in the page.
  closeSentForm();
}

// An `async` script does not delay the jump to an anchor. It may run before the document is parsed.
if (isCurrent()) {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}
