import type { Source } from '../../shared/signup/contract.ts';
import { plainFormId, plainWayId } from './ids.ts';

interface Props {
  source: Source;
  className: string;
}

/**
 * Opens the early-access dialog; the boot script serves it, before React is here and after. Where that script
 * does not come, the browser leads to the form that needs none.
 */
export function EarlyAccessButton({ source, className }: Props) {
  return (
    <button
      type="submit"
      form={plainWayId}
      formAction={`#${plainFormId}`}
      className={className}
      data-early-access={source}
      aria-haspopup="dialog"
    >
      Get Early Access
    </button>
  );
}
