import { type RefObject, useEffect, useRef, useState } from 'react';
import { openedEvent } from './ids.ts';

/**
 * Follows the dialog, which the boot script opens and closes: before React is here it has to, and one
 * owner is enough. The script notes on the element who opened it and when.
 * @param onOpen clears the form: each opening starts afresh, except one that React arrives in the middle of.
 */
export function useOpening(dialog: RefObject<HTMLDialogElement | null>, onOpen: () => void) {
  const [isOpen, setOpen] = useState(false);
  const clear = useRef(onOpen);
  clear.current = onOpen;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    setOpen(element.open);
    const opened = () => {
      clear.current();
      setOpen(true);
    };
    const closed = () => {
      clear.current();
      setOpen(false);
    };
    element.addEventListener(openedEvent, opened);
    element.addEventListener('close', closed);
    return () => {
      element.removeEventListener(openedEvent, opened);
      element.removeEventListener('close', closed);
    };
  }, [dialog]);
  return {
    isOpen,
    /** Milliseconds on the page’s own clock. */
    openedAt: () => Number(dialog.current?.dataset.openedAt ?? 0),
    source: () => dialog.current?.dataset.source,
  };
}
