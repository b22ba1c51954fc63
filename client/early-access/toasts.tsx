import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal, preinit } from 'react-dom';
import { Toaster } from 'sonner';
import { Icon } from '../ui/icons.tsx';
import { toastDefaults } from './toast-defaults.ts';
import styles from './toasts.css?url';

/**
 * Toasts, in one layer that goes with the reader: while the dialog is open everything outside of it is inert,
 * so they are part of it. Moving the layer, not drawing it anew, keeps the toasts that are there.
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
      position={matchMedia('(width < 48rem)').matches ? 'top-center' : 'bottom-right'}
      expand
      visibleToasts={toastDefaults.visible}
      duration={toastDefaults.durationMs}
      icons={{ success: <Icon name="tick" />, error: <Icon name="warning" /> }}
      toastOptions={{
        unstyled: true,
        classNames: { toast: 'toast', title: 'toast-title', description: 'toast-text' },
      }}
      style={{ '--width': `${toastDefaults.widthPx}px` } as React.CSSProperties}
    />,
    layer,
  );
}
