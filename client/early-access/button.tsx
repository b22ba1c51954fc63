import type { Source } from '../../shared/signup/contract.ts';

/** Opens the early-access dialog; the boot script serves it, before React is here and after. */
export function EarlyAccessButton({ source, className }: { source: Source; className?: string }) {
  return (
    <button type="button" className={className} data-early-access={source} aria-haspopup="dialog">
      Get Early Access
    </button>
  );
}
