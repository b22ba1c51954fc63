import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal, preinit } from 'react-dom';
import { Toaster } from 'sonner';
import { breakpoints } from '../styles/breakpoints.ts';
import { Icon } from '../ui/icons.tsx';
import styles from './toasts.css?url';

/**
 * Renders the toasts into a layer. The layer is moved into the dialog while it is open, because everything outside of an
 * open dialog is inert, and back into the page afterwards. Moving the layer keeps the toasts that are visible.
 */
export function Toasts({ dialog }: { dialog: HTMLDialogElement | null }) {
  const [layer, setLayer] = useState<HTMLElement>();
  useEffect(() => setLayer(document.createElement('div')), []);
  useEffect(() => {
    if (dialog) preinit(styles, { as: 'style' });
  }, [dialog]);
  useLayoutEffect(() => {
    if (layer) (dialog ?? document.body).prepend(layer);
  }, [layer, dialog]);
  if (!layer) return null;
  return createPortal(
    <Toaster
      position={matchMedia(`(width < ${breakpoints.md})`).matches ? 'top-center' : 'bottom-right'}
      expand
      visibleToasts={3}
      duration={4_000}
      icons={{ success: <Icon name="tick" />, error: <Icon name="warning" /> }}
      toastOptions={{
        unstyled: true,
        classNames: { toast: 'toast' },
      }}
      style={{ '--width': '356px' } as React.CSSProperties}
    />,
    layer,
  );
}
