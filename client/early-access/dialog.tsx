import { type ComponentType, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepTyped } from '../ui/keep-typed.ts';
import { EarlyAccess } from './early-access.tsx';
import { FormBoundary } from './form-boundary.tsx';
import { dialogId, dialogTitleId, findDialog } from './opening.ts';

const className = 'early-access';

/**
 * Renders the dialog as the landing page is sent: open, so that the form stands in the page. The first script closes it and
 * opens it as a modal.
 */
export const SentDialog = () => (
  <dialog id={dialogId} className={className} aria-labelledby={dialogTitleId} open>
    <EarlyAccess dialog={null} />
  </dialog>
);

/** Adds the dialog to a page that was sent without it, because the visitor may go on to the landing page. */
function addDialog(): HTMLDialogElement {
  const dialog = Object.assign(document.createElement('dialog'), { id: dialogId, className });
  dialog.setAttribute('aria-labelledby', dialogTitleId);
  document.body.append(dialog);
  return dialog;
}

/**
 * Lets React take over the dialog. The dialog is the container of a React root of its own, because a failure of the page
 * must not close or empty the dialog.
 */
export function startDialog(offer?: ComponentType): void {
  const sent = findDialog();
  const dialog = sent ?? addDialog();
  const content = (
    <FormBoundary>
      <EarlyAccess dialog={dialog} offer={offer} onCommit={keepTyped(dialog)} />
    </FormBoundary>
  );
  // As a transition React works in short pieces, and the page answers the visitor between them.
  startTransition(() => {
    const root = sent ? hydrateRoot(dialog, content) : createRoot(dialog);
    if (!sent) root.render(content);
    takeOverCopy(dialog, () => {
      root.unmount();
      startDialog(offer);
    });
  });
}

/** Calls a function when a browser extension has put a copy in the place of the dialog, because React does not know the copy. */
function takeOverCopy(dialog: HTMLDialogElement, takeOver: () => void): void {
  const observer = new MutationObserver(() => {
    if (dialog.isConnected) return;
    observer.disconnect();
    takeOver();
  });
  observer.observe(document.body, { childList: true });
}
