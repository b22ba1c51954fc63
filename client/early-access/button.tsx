import type { Source } from '../../shared/signup/contract.ts';
import { earlyAccess } from './copy.ts';
import { dialogId, plainEmailFieldId } from './names.ts';

declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | undefined;
    commandfor?: string | undefined;
  }
}

/** A button that opens the early-access dialog. Without JavaScript, a link to the plain form takes its place. */
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
        <a className={className} href={`#${plainEmailFieldId}`}>
          {earlyAccess.action}
        </a>
      </noscript>
    </>
  );
}
