import { type MouseEvent, useRef, useState } from 'react';
import { signupTexts } from '../../shared/signup/outcomes.ts';
import { Handles } from '../slides/handles.tsx';
import type { ChangeAddress } from './change-address.tsx';
import { earlyAccess } from './copy.ts';
import type { Entry } from './entry.ts';
import { dialogId, dialogTitleId } from './names.ts';
import { NextSteps } from './next-steps.tsx';
import type { Joined } from './send-through-server.ts';

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

/** The address as it was sent, so that the visitor notices a mistake. With a receipt the visitor can correct it. */
function SentAddress({ entry: first, joined }: Props) {
  const [sent, setSent] = useState({ entry: first, receipt: joined.receipt });
  /** The field, once it is open. Its code is loaded by the press. */
  const [field, setField] = useState<{ Field: typeof ChangeAddress } | null>(null);
  /** True once the field was open: the button that it replaces takes the focus back. */
  const wasOpen = useRef(false);
  const { entry, receipt } = sent;

  const open = async () => {
    // Without the script the view stays as it is, and another press tries again.
    const loaded = await import('./change-address.tsx').catch(() => undefined);
    if (!loaded) return;
    wasOpen.current = true;
    setField({ Field: loaded.ChangeAddress });
  };

  if (field && receipt !== undefined)
    return (
      <field.Field
        entry={entry}
        receipt={receipt}
        onChanged={(corrected, answer) => {
          setSent({ entry: corrected, receipt: answer.receipt });
          setField(null);
        }}
        onKept={() => setField(null)}
      />
    );
  return (
    <div className="mt-3 flex justify-between gap-1 border-slide-ink border-b pb-2 max-md:flex-col md:items-baseline md:mt-2.5">
      <p className="wrap-anywhere min-w-0 font-medium md:text-[1.125rem]">{entry.email}</p>
      {receipt !== undefined && (
        <p className="on-slide shrink-0 text-caption text-slide-ink-2">
          {'Not right? '}
          <button
            type="button"
            className="link-button"
            ref={(button) => {
              if (wasOpen.current) button?.focus();
            }}
            onClick={open}
          >
            Change it
          </button>
        </p>
      )}
    </div>
  );
}

interface Props {
  /** The entry that was sent. */
  entry: Entry;
  /** The response to the entry. */
  joined: Joined;
}

/** Confirms a sign-up. */
export function SuccessView({ entry, joined }: Props) {
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
        <SentAddress entry={entry} joined={joined} />
        <p className="mt-4 text-[.75rem] text-slide-ink-2 leading-none">{earlyAccess.name}</p>
      </div>
      <div className="flex flex-col justify-between gap-4">
        <div
          className="border-ink border-l-3 bg-paper p-5 py-4 text-ink-2 text-small leading-[1.6]"
          id="early-access-next"
        >
          <h3 className="font-semibold text-ink">{earlyAccess.next}</h3>
          <NextSteps />
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
