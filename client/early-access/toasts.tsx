import { useEffect, useRef } from 'react';
import { Toaster, toast, useSonner } from 'sonner';
import { signupTexts, toastDefaults } from '../../shared/signup/contract.ts';
import { Icon } from '../ui/icons.tsx';

/** Both kinds say the same as the dialog does, for whoever has closed it in the meantime. */
export const toastSuccess = (message: string | undefined): void => {
  toast.success(signupTexts.successTitle, { description: message || signupTexts.success });
};

export const toastError = (message: string): void => {
  toast.error(signupTexts.errorTitle, { description: message });
};

const smallScreen = '(max-width: 767px)';

/**
 * Toasts in a layer of their own: a popover shown anew lies above the dialog, which covers everything else.
 */
export function Toasts() {
  const layer = useRef<HTMLDivElement>(null);
  const { toasts } = useSonner();
  const newest = toasts[0]?.id;
  useEffect(() => {
    const element = layer.current;
    if (!element?.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (newest !== undefined) element.showPopover();
  }, [newest]);
  return (
    <div className="toast-layer" popover="manual" ref={layer}>
      <Toaster
        position={matchMedia(smallScreen).matches ? 'top-center' : 'bottom-right'}
        visibleToasts={toastDefaults.visible}
        duration={toastDefaults.durationMs}
        offset={24}
        mobileOffset={16}
        icons={{ success: <Icon name="tick" />, error: <Icon name="warning" /> }}
        toastOptions={{
          unstyled: true,
          classNames: { toast: 'toast', title: 'toast-title', description: 'toast-text' },
        }}
        style={{ '--width': `${toastDefaults.widthPx}px` } as React.CSSProperties}
      />
    </div>
  );
}
