import type { Source } from '../../shared/signup/contract.ts';
import { plainFormId } from './ids.ts';

interface Props {
  source: Source;
  className: string;
}

/**
 * Opens the early-access dialog; the boot script serves it, before React is here and after. A link, for where
 * that script does not come: to the form that needs none.
 */
export function EarlyAccessButton({ source, className }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button leads nowhere where no script comes
    <a
      className={className}
      href={`#${plainFormId}`}
      role="button"
      data-early-access={source}
      aria-haspopup="dialog"
    >
      Get Early Access
    </a>
  );
}
