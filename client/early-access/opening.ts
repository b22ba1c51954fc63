import { openedPath } from '../../shared/signup/paths.ts';

/** Ids and field names that the markup, the first script and React share. */
export const dialogId = 'early-access';
export const dialogTitleId = 'early-access-title';
export const emailFieldId = 'early-access-email';

/** The link that leads to the form. The first script opens the dialog in place of following the link. */
export const formAnchor = `#${emailFieldId}`;

/** The hidden fields of the form that the first script fills in when the dialog opens. */
export const openingFields = {
  /** Which button opened the dialog. */
  source: 'source',
  /** When the dialog was opened, in milliseconds of `performance.now()`. */
  openedAt: 'openedAt',
} as const;

/** Returns the dialog, or null before the browser has parsed it and on a page that was sent without it. */
export const findDialog = () => document.querySelector<HTMLDialogElement>(`#${dialogId}`);

/** Returns the email field of the dialog. */
export const findEmailField = () => document.querySelector<HTMLInputElement>(`#${emailFieldId}`);

/** Writes a value into a field of the form, if the form has the field. */
export function fillIn(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}

/** Writes the source and the time of the opening into the form's hidden fields. */
function noteOpening(dialog: HTMLDialogElement, source = ''): void {
  const form = dialog.querySelector('form');
  if (!form) return;
  fillIn(form, openingFields.source, source);
  fillIn(form, openingFields.openedAt, String(performance.now()));
}

/**
 * Reports an opening to the server, which counts it by source. The server does not count it if `Sec-GPC` is set. Does
 * nothing in a browser that sends no beacons, or where an extension makes the function throw.
 */
function reportOpening(source = ''): void {
  try {
    const body = new Blob([JSON.stringify({ source })], { type: 'application/json' });
    navigator.sendBeacon(openedPath, body);
  } catch {}
}

/**
 * Closes the form that the page was sent with, because the dialog takes its place. A form that the visitor uses already
 * stays where it is. An address that ends with the form's anchor opens the dialog.
 */
export function closeSentForm(): void {
  const dialog = findDialog();
  if (!dialog?.open) return;
  const isEmpty = !findEmailField()?.value;
  if (isEmpty && location.hash === formAnchor) {
    history.replaceState(history.state, '', location.pathname + location.search);
    // The browser may have jumped to the form, which stands at the end of the page.
    scrollTo(0, 0);
    openDialog();
  } else if (isEmpty && !dialog.contains(document.activeElement)) dialog.close();
  else noteOpening(dialog);
}

/** Returns whether a press follows a click at once and at the same place. Browsers count the clicks on each element alone. */
const isSecondClick = (press: MouseEvent, click: MouseEvent | undefined): boolean =>
  click !== undefined &&
  press.timeStamp - click.timeStamp < 500 &&
  Math.hypot(press.screenX - click.screenX, press.screenY - click.screenY) < 9;

/**
 * Opens the dialog with an empty form. An address that the visitor has typed into the form of the page stays. Does nothing
 * if the dialog is open already.
 * @param source the button that opens the dialog, a `Source`; by default none.
 * @param click the click on the button.
 */
export function openDialog(source?: string, click?: MouseEvent): void {
  const dialog = findDialog();
  if (!dialog || dialog.matches(':modal')) return;
  // Without the event `close`, after which the dialog has an empty form.
  if (dialog.open) dialog.removeAttribute('open');
  else dialog.querySelector('form')?.reset();
  noteOpening(dialog, source);
  // A classic scrollbar keeps its room while the page cannot be scrolled (base.css).
  const { documentElement: html } = document;
  html.toggleAttribute('data-scrollbar', innerWidth > html.clientWidth);
  // Only now: in the page `autofocus` would move the focus to the form, and `closedby` would let a click beside the form close it.
  findEmailField()?.setAttribute('autofocus', '');
  // The second click of a double click on the button lands beside the dialog, and must not close it.
  dialog.onmousedown = (press) =>
    dialog.setAttribute('closedby', isSecondClick(press, click) ? 'closerequest' : 'any');
  dialog.setAttribute('closedby', 'any');
  dialog.showModal();
  reportOpening(source);
}
