import { openedPath } from '../../shared/signup/paths.ts';
import { dialogId, openingFields } from './names.ts';

/** Returns the dialog, or null before the browser has parsed it. */
export const findDialog = () => document.querySelector<HTMLDialogElement>(`#${dialogId}`);

function fillIn(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}

/** Reports an opening to the server, which counts it by source. The server does not count it if `Sec-GPC` is set. */
function reportOpening(source: string): void {
  const body = new Blob([JSON.stringify({ source })], { type: 'application/json' });
  navigator.sendBeacon(openedPath, body);
}

/**
 * Prepares the dialog for an opening: empties the form, and writes the source and the time into its hidden fields.
 * Returns false if the dialog is open already.
 * @param source the button that opens the dialog, a `Source`.
 */
export function prepareOpening(source: string): boolean {
  const dialog = findDialog();
  const form = dialog?.querySelector('form');
  if (!form || dialog?.open) return false;
  form.reset();
  fillIn(form, openingFields.source, source);
  fillIn(form, openingFields.openedAt, String(performance.now()));
  // A classic scrollbar keeps its room while the page cannot be scrolled (base.css).
  const { documentElement: html } = document;
  html.toggleAttribute('data-scrollbar', innerWidth > html.clientWidth);
  reportOpening(source);
  return true;
}

/** Opens the dialog without a button. */
export function openDialog(source: string): void {
  if (prepareOpening(source)) findDialog()?.showModal();
}
