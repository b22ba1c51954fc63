import type { ComponentType, MouseEvent, ReactNode } from 'react';
import { earlyAccess, signupTexts } from '../../shared/signup/texts.ts';
import { titlePrompt } from '../slides/blank-slide.tsx';
import { Handles } from '../slides/handles.tsx';
import { NextSteps } from './next-steps.tsx';
import { dialogTitleId } from './opening.ts';

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

/** Renders the title on a slide: the words take the place of the placeholder. */
const TitleBox = ({ children }: { children: ReactNode }) => (
  <div className="relative flex flex-1 flex-col items-start justify-center border border-slide-ink px-3 py-1.5 md:px-5">
    <Handles ground="border-slide-ink bg-slide" />
    <h2
      className="font-serif text-[1.875rem] leading-[1.2] tracking-[-.028em] md:text-[2.75rem]"
      id={dialogTitleId}
    >
      {children}
    </h2>
    <span className="struck" aria-hidden="true">
      {titlePrompt}
    </span>
  </div>
);

interface Props {
  /** The address that was sent. */
  email: string;
  /** True if a mail follows. */
  mail: boolean;
  /** Offers the sample deck. */
  offer: ComponentType | undefined;
  /** Opens the form again with this address. */
  onUseAnother: () => void;
}

/** Confirms a sign-up. Shows the address as it was sent, so that the visitor notices a mistake. */
export function SuccessView({ email, mail, offer: Offer, onUseAnother }: Props) {
  return (
    <div className="grid gap-4 pt-2.5 pb-5 md:grid-cols-[minmax(0,1fr)_17.5rem] md:gap-8 md:pt-6.5 md:pb-7.5">
      <div className="flex flex-col border border-rule bg-slide p-4 text-slide-ink md:min-h-[17.625rem] md:p-6 md:pb-4">
        <TitleBox>{signupTexts.joined}</TitleBox>
        <div className="mt-3 flex flex-wrap justify-between gap-1 border-slide-ink border-b pb-2 max-md:flex-col md:items-baseline md:mt-2.5">
          <p className="wrap-anywhere min-w-0 font-medium md:text-[1.125rem]">{email}</p>
          <p className="on-slide shrink-0 text-caption text-slide-ink-2">
            <span>Not right? </span>
            <button type="button" className="text-button leading-5" onClick={onUseAnother}>
              Use another address
            </button>
          </p>
        </div>
        <div
          className="mt-3 text-caption text-slide-ink-2 [&_h3]:text-slide-ink"
          id="early-access-next"
        >
          <NextSteps mail={mail} heading="h3" />
        </div>
      </div>
      <div className="flex flex-col justify-end gap-2.5">
        {Offer && <Offer />}
        <button
          type="button"
          className="button button-outline min-h-11"
          data-closes=""
          aria-describedby="early-access-next"
          ref={takeFocus}
          onClick={ignoreDoubleClick}
        >
          {earlyAccess.done}
        </button>
      </div>
    </div>
  );
}
