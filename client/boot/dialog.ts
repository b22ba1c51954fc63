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

/** Closes it for its buttons and for a press beside it. */
export function closeDialog(target: Element): void {
  const dialog = target.closest('dialog');
  if (dialog && (target === dialog || target.closest('[data-close-dialog]'))) dialog.close();
}
