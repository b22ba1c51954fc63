import { dialogId } from '../early-access/ids.ts';

/** How long a prospect waits for the dialog’s script before its form goes without. */
const patienceMs = 8000;

/** Lets the browser itself send the prerendered form; the server answers it with a page, as without JavaScript. */
function freeForm(): void {
  const dialog = document.getElementById(dialogId);
  const form = dialog?.querySelector('form');
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (!dialog || !form || !button) return;
  form.noValidate = false;
  button.disabled = false;
  button.name = 'source';
  button.value = dialog.dataset.source ?? '';
}

/** Waits for the dialog’s script, which a bad line or a newer deployment may keep away, or does without it. */
export function orFreeForm(script: Promise<unknown>): void {
  const impatience = new Promise((_, reject) => setTimeout(reject, patienceMs));
  Promise.race([script, impatience]).catch(freeForm);
}
