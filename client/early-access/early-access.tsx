import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useCommitted } from '../ui/use-committed.ts';
import { DialogFrame } from './dialog-frame.tsx';
import type { FormContent } from './form-content.ts';
import { Invitation } from './invitation.tsx';
import { dialogTitleId } from './opening.ts';
import { SignupForm } from './signup-form.tsx';
import { SuccessView } from './success-view.tsx';
import { Toasts } from './toasts.tsx';
import { queryClient, useSignup } from './use-signup.ts';

/** Returns whether a dialog is open. The first script opens it, before React arrives and after. */
function useIsOpen(dialog: HTMLDialogElement | null): boolean {
  const subscribe = useRef((changed: () => void) => {
    const observer = new MutationObserver(changed);
    if (dialog) observer.observe(dialog, { attributeFilter: ['open'] });
    return () => observer.disconnect();
  });
  return useSyncExternalStore(
    subscribe.current,
    () => dialog?.open ?? false,
    () => false,
  );
}

/** Returns how often a dialog was closed. */
function useClosings(dialog: HTMLDialogElement | null): number {
  const [closings, setClosings] = useState(0);
  useEffect(() => {
    const count = () => setClosings((before) => before + 1);
    dialog?.addEventListener('close', count);
    return () => dialog?.removeEventListener('close', count);
  }, [dialog]);
  return closings;
}

interface ContentProps {
  isOpen: boolean;
  /** Offers the sample deck after a sign-up. */
  offer: ComponentType | undefined;
}

/** Renders the content of the dialog for one opening: the form, and after a sign-up the success view. */
function Content({ isOpen, offer }: ContentProps) {
  const signup = useSignup();
  /** The sign-up whose address the visitor wants to correct. The form begins with that address. */
  const [earlier, setEarlier] = useState<FormContent>();
  if (signup.isSuccess) {
    const useAnother = () => {
      setEarlier({ ...signup.variables, email: signup.data.address });
      signup.reset();
    };
    return (
      <SuccessView
        email={signup.data.address}
        mail={signup.data.mail}
        offer={offer}
        onUseAnother={useAnother}
      />
    );
  }
  return (
    <Invitation titleId={dialogTitleId}>
      <SignupForm signup={signup} isOpen={isOpen} earlier={earlier} />
    </Invitation>
  );
}

interface Props {
  /** The dialog in which this is rendered; null while pages are prerendered. */
  dialog: HTMLDialogElement | null;
  offer?: ComponentType | undefined;
  /** Called when React has put the form into the document. */
  onCommit?: () => void;
}

/**
 * Renders what the dialog shows, and the toasts. Each closing mounts new content, so that each opening has an empty form.
 */
export function EarlyAccess({ dialog, offer, onCommit = () => {} }: Props) {
  const isOpen = useIsOpen(dialog);
  const closings = useClosings(dialog);
  useCommitted(onCommit);
  return (
    <QueryClientProvider client={queryClient}>
      <DialogFrame>
        <Content key={closings} isOpen={isOpen} offer={offer} />
        <Toasts dialog={isOpen ? dialog : null} />
      </DialogFrame>
    </QueryClientProvider>
  );
}
