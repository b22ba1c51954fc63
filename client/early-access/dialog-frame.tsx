import type { ReactNode } from 'react';
import { earlyAccess } from '../../shared/signup/texts.ts';
import { site } from '../../shared/site.ts';
import { Icon } from '../ui/icons.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** Renders the control that closes the dialog, with a tooltip. In a page without the first script the styles hide it. */
function CloseLink() {
  return (
    <span className="closer relative">
      <LinkButton
        className="-mr-3 grid size-11 cursor-pointer place-items-center text-ink md:-mr-7"
        href="#main"
        data-closes=""
        aria-label="Close"
      >
        <Icon name="close" className="size-5" />
      </LinkButton>
      <span
        className="tooltip pointer-events-none absolute top-full -right-3.5 z-1 rounded-[2px] bg-ink px-2.5 py-1 text-caption text-paper forced-colors:border"
        role="tooltip"
        // The label of the control says the same.
        aria-hidden="true"
      >
        Close
      </span>
    </span>
  );
}

/**
 * Renders the first and the last row around the form or the success view. They are no `<header>` and `<footer>`, which would
 * be landmarks of the whole page here.
 */
export function DialogFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-[30.375rem] flex-col px-5 pt-2 pb-3 md:px-10 md:pt-3 md:pb-4">
      <div className="flex min-h-11 items-center justify-between font-medium text-ink-2 text-small">
        <p>{earlyAccess.name}</p>
        <CloseLink />
      </div>
      {children}
      <p className="mt-auto border-rule border-t pt-3.5 pb-1.5 text-right text-caption text-ink-3">
        {site.name}
      </p>
    </div>
  );
}
