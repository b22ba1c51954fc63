import { QueryClientProvider } from '@tanstack/react-query';
import { type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { dialogId, dialogTitleId } from './ids.ts';
import { SignupSlide } from './signup-slide.tsx';
import { Toasts } from './toasts.tsx';
import { queryClient } from './use-signup.ts';

/** Whether a dialog is open, whoever opened it: the browser does, before React is here and after. */
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

/** The dialog and what is told beside it. Each opening begins with a fresh form. */
export function EarlyAccess({ isLanding }: { isLanding: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = useIsOpen(dialog);
  const [openings, setOpenings] = useState(0);
  return (
    <QueryClientProvider client={queryClient}>
      <dialog
        id={dialogId}
        className={`early-access ${isLanding ? 'early-access-inline' : ''}`}
        aria-labelledby={dialogTitleId}
        closedby="any"
        ref={dialog}
        onClose={() => setOpenings(openings + 1)}
        suppressHydrationWarning
      >
        <SignupSlide key={openings} isOpen={isOpen} />
      </dialog>
      <Toasts dialog={isOpen ? dialog.current : null} />
    </QueryClientProvider>
  );
}
