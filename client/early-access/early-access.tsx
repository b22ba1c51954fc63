import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useCommitted } from '../ui/use-committed.ts';
import { DialogContent } from './dialog-content.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import type { Offer } from './success-view.tsx';
import { Toasts } from './toasts.tsx';
import { queryClient } from './use-signup.ts';

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

interface Props {
  /** The dialog in which this is rendered; null while pages are prerendered. */
  dialog: HTMLDialogElement | null;
  offer?: Offer | undefined;
  /** Called when React has put the form into the document. */
  onCommit?: () => void;
}

/**
 * Renders the content of the dialog, and the toasts. Each closing mounts new content, so that each opening has an empty form.
 */
export function EarlyAccess({ dialog, offer, onCommit = () => {} }: Props) {
  const isOpen = useIsOpen(dialog);
  const closings = useClosings(dialog);
  useCommitted(onCommit);
  return (
    <QueryClientProvider client={queryClient}>
      <DialogFrame>
        <DialogContent key={closings} isOpen={isOpen} offer={offer} />
        <Toasts dialog={isOpen ? dialog : null} />
      </DialogFrame>
    </QueryClientProvider>
  );
}
