import { dialogId, openedEvent } from '../early-access/ids.ts';

/** Opens the dialog for a button, and notes who opened it and when: the form’s clock starts here. */
export function openDialog(source: string): void {
  const dialog = document.getElementById(dialogId);
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
  dialog.dataset.source = source;
  dialog.dataset.openedAt = String(performance.now());
  dialog.showModal();
  dialog.dispatchEvent(new Event(openedEvent));
  dialog.querySelector<HTMLElement>('input')?.focus();
}

/** Where the last press began: one that began on the form, say with letters being marked, never means the backdrop. */
let pressed: EventTarget | null = null;
export const notePress = (target: EventTarget | null): void => {
  pressed = target;
};

/** Closes it for its buttons and for a press beside it. */
export function closeDialog(target: Element): void {
  const dialog = target.closest('dialog');
  const isBeside = target === dialog && pressed === dialog;
  if (isBeside || target.closest('[data-close-dialog]')) dialog?.close();
}

/** Closes it for whoever goes back or forward: they leave the page that it stands on. */
export function leaveDialog(): void {
  document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
}
