import { type ReactNode, useId, useRef, useState } from 'react';
import { tooltipDelays } from '../../shared/signup/contract.ts';

/** When a tooltip was last seen: the next one within the skip delay comes at once. */
let lastSeen = Number.NEGATIVE_INFINITY;

/** Names an icon button to those who see it: after a while under the pointer, and on keyboard focus. */
export function Tooltip({ text, children }: { text: string; children: (id: string) => ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = () => {
    const isFollowing = performance.now() - lastSeen < tooltipDelays.skipMs;
    timer.current = setTimeout(setOpen, isFollowing ? 0 : tooltipDelays.openMs, true);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (isOpen) lastSeen = performance.now();
    setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the button inside
    <span
      className="tooltip-anchor"
      onPointerEnter={open}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && open()}
      onBlur={close}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {children(id)}
      <span className="tooltip" role="tooltip" id={id} hidden={!isOpen}>
        {text}
      </span>
    </span>
  );
}
