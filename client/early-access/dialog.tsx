import { QueryClientProvider } from '@tanstack/react-query';
import { type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { DialogContent } from './dialog-content.tsx';
import { dialogId, dialogTitleId } from './names.ts';
import { Toasts } from './toasts.tsx';
import { queryClient } from './use-signup.ts';

/** Returns whether a dialog is open. The browser itself opens it, before React arrives and after. */
function useIsOpen(dialog: RefObject<HTMLDialogElement | null>): boolean {
  const subscribe = useRef((changed: () => void) => {
    const observer = new MutationObserver(changed);
    if (dialog.current) observer.observe(dialog.current, { attributeFilter: ['open'] });
    return () => observer.disconnect();
  });
  return useSyncExternalStore(
    subscribe.current,
    () => dialog.current?.open ?? false,
    () => false,
  );
}

/** The early-access dialog and the toasts. Each closing mounts the content anew, so that each opening has an empty form. */
export function EarlyAccessDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = useIsOpen(dialog);
  const [closings, setClosings] = useState(0);
  return (
    <QueryClientProvider client={queryClient}>
      <dialog
        id={dialogId}
        className="early-access"
        aria-labelledby={dialogTitleId}
        closedby="any"
        ref={dialog}
        onClose={() => setClosings(closings + 1)}
        suppressHydrationWarning
      >
        <DialogContent key={closings} isOpen={isOpen} />
      </dialog>
      <Toasts dialog={isOpen ? dialog.current : null} />
    </QueryClientProvider>
  );
}
