import { type ReactNode, useRef, useState } from 'react';
import { tooltipDelays } from './defaults.ts';

/** When a tooltip was last seen: the next one within the skip delay comes at once. */
let lastSeen = Number.NEGATIVE_INFINITY;

/** Shows the name of an icon button: after a while under the pointer, and on keyboard focus. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = () => {
    clearTimeout(timer.current);
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
      className="relative"
      onPointerEnter={open}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && open()}
      onBlur={close}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {children}
      {isOpen && (
        <span
          className="pointer-events-none absolute top-full -right-3.5 z-1 rounded-[2px] bg-ink px-2.5 py-1 text-caption text-paper forced-colors:border"
          role="tooltip"
          // The button has that name already.
          aria-hidden="true"
        >
          {text}
        </span>
      )}
    </span>
  );
}
