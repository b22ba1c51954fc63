import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toaster } from 'sonner';
import { breakpoints } from '../styles/breakpoints.ts';
import { Icon } from '../ui/icons.tsx';
import styles from './toasts.css?url';

let loading: Promise<unknown> | undefined;

/** Loads the styles of the toasts. After a failure the next call tries again. */
function loadStyles(): Promise<unknown> {
  loading ??= new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles });
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      loading = undefined;
      reject();
    };
    document.head.append(link);
  });
  return loading;
}

/** Returns a layer that only assistive technology finds. It becomes visible once the toasts have their styles. */
const makeLayer = () => Object.assign(document.createElement('div'), { className: 'sr-only' });

/**
 * Renders the toasts into a layer. The layer is moved into the dialog while it is open, because everything outside of an
 * open dialog is inert, and back into the page afterwards. Moving the layer keeps the toasts that are visible.
 */
export function Toasts({ dialog }: { dialog: HTMLDialogElement | null }) {
  const [layer, setLayer] = useState<HTMLElement>();
  useEffect(() => setLayer(makeLayer()), []);
  useEffect(() => {
    if (!dialog || !layer) return;
    loadStyles().then(
      () => layer.classList.remove('sr-only'),
      () => {},
    );
  }, [dialog, layer]);
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
