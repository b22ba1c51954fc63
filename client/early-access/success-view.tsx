import type { MouseEvent } from 'react';
import { signupTexts } from '../../shared/signup/outcomes.ts';
import { Handles } from '../illustrations/slides/handles.tsx';
import { earlyAccess } from './copy.ts';
import { dialogId, dialogTitleId } from './names.ts';

/** Focuses the button, because the form that had the focus is gone, and scrolls the dialog to its top. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
  const dialog = button?.closest('dialog');
  if (dialog) dialog.scrollTop = 0;
}

/** Ignores the second click of a double click, whose first click sent the form. */
function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** Confirms a sign-up. Shows the address as it was sent, so that the visitor notices a mistake. */
export function SuccessView({ email }: { email: string }) {
  return (
    <div className="grid gap-4 pt-2.5 pb-5 md:grid-cols-[minmax(0,1fr)_15.75rem] md:gap-8 md:pt-11 md:pb-12">
      <div className="flex flex-col border border-rule bg-slide p-4 text-slide-ink md:min-h-[17.625rem] md:p-6 md:pb-4">
        <div className="relative flex flex-1 flex-col items-start justify-center border border-slide-ink px-3 py-1.5 md:px-5">
          <Handles ground="border-slide-ink bg-slide" />
          <h2
            className="font-serif text-[1.875rem] leading-[1.2] tracking-[-.028em] md:text-[2.75rem]"
            id={dialogTitleId}
          >
            {signupTexts.joined}
          </h2>
          <span className="struck" aria-hidden="true">
            Click to add title
          </span>
        </div>
        <div className="mt-3 border-slide-ink border-b pb-2 md:mt-2.5">
          <p className="wrap-anywhere font-medium md:text-[1.125rem]">{email}</p>
        </div>
        <p className="mt-4 text-[.75rem] text-slide-ink-2 leading-none">{earlyAccess.name}</p>
      </div>
      <div className="flex flex-col justify-between gap-4">
        <div
          className="border-ink border-l-3 bg-paper p-5 py-4 text-ink-2 text-small leading-[1.6]"
          id="early-access-next"
        >
          <h3 className="font-semibold text-ink">{earlyAccess.next}</h3>
          <p>{earlyAccess.steps}</p>
        </div>
        <button
          type="button"
          className="button"
          command="close"
          commandfor={dialogId}
          aria-describedby="early-access-next"
          ref={takeFocus}
          onClick={ignoreDoubleClick}
        >
          Got it
        </button>
      </div>
    </div>
  );
}
