import type { Source } from '../../shared/signup/contract.ts';
import { earlyAccess } from './copy.ts';
import { dialogId, emailFieldId } from './ids.ts';

declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | undefined;
    commandfor?: string | undefined;
  }
}

/** Opens the early-access dialog. Without scripts, not every browser can: there a link leads to its form. */
export function EarlyAccessButton({ source, className }: { source: Source; className: string }) {
  return (
    <>
      <button
        type="button"
        className={`${className} scripted`}
        command="show-modal"
        commandfor={dialogId}
        data-source={source}
        aria-haspopup="dialog"
      >
        {earlyAccess.action}
      </button>
      <noscript>
        <a className={className} href={`#${emailFieldId}`}>
          {earlyAccess.action}
        </a>
      </noscript>
    </>
  );
}
