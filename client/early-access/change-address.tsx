import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import {
  emailInputPattern,
  isEmail,
  normaliseEmail,
  signupLimits,
} from '../../shared/signup/contract.ts';
import { useSendOnce } from '../ui/use-send-once.ts';
import { earlyAccess } from './copy.ts';
import { type Entry, errorText } from './entry.ts';
import type { Joined } from './send-through-server.ts';
import { useBotCheck } from './use-bot-check.ts';
import { useSignup } from './use-signup.ts';

interface Props {
  /** The entry that was sent. */
  entry: Entry;
  /** The receipt of that entry. */
  receipt: string;
  /** Called with the corrected entry and the response to it. */
  onChanged: (entry: Entry, joined: Joined) => void;
  /** Called when the address stays as it is. */
  onKept: () => void;
}

const errorId = 'early-access-change-error';

/** The address of a sign-up as a field, with a button that sends the corrected address in place of the first one. */
export function ChangeAddress({ entry, receipt, onChanged, onKept }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const signup = useSignup();
  // The token of the first attempt is spent.
  const { botCheck, widget, resetBotCheck } = useBotCheck(true);
  const send = useSendOnce(signup);
  useEffect(() => field.current?.select(), []);

  const isChecking = botCheck.kind === 'checking';
  const isSending = signup.isPending;
  const error = signup.isError ? errorText(signup.error) : null;

  const save = (event: FormEvent) => {
    event.preventDefault();
    const email = normaliseEmail(field.current?.value ?? '');
    if (isSending || isChecking || !isEmail(email)) return;
    if (email === entry.email) return onKept();
    const corrected = { ...entry, email, botCheck, replaces: receipt };
    send(corrected, {
      onSuccess: (joined) => onChanged(corrected, joined),
      onError: () => {
        resetBotCheck();
        field.current?.focus();
      },
    });
  };

  return (
    <form
      className="on-slide mt-3 md:mt-2.5"
      onSubmit={save}
      onInput={() => signup.isError && signup.reset()}
      aria-busy={isSending}
    >
      <div className="flex gap-3">
        <input
          className="field min-h-11 min-w-0 flex-1 px-4 font-medium"
          type="email"
          name="email"
          required
          pattern={emailInputPattern}
          maxLength={signupLimits.emailLength}
          autoComplete="email"
          enterKeyHint="send"
          aria-label="Email"
          aria-describedby={error === null ? undefined : errorId}
          defaultValue={entry.email}
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the visitor has just pressed the button that this field replaces
          autoFocus
        />
        <button
          type="submit"
          className="button button-small shrink-0"
          disabled={!isSending && isChecking}
          aria-disabled={isSending || undefined}
          data-sending={isSending || undefined}
        >
          Save
        </button>
      </div>
      <div className={isChecking && botCheck.asks ? 'mt-3' : 'absolute'} ref={widget} />
      <div role="alert">
        {error !== null && (
          <p className="mt-3 text-danger text-small" id={errorId}>
            {error}
          </p>
        )}
      </div>
      <p className="sr-only" role="status">
        {isSending ? earlyAccess.sending : ''}
      </p>
    </form>
  );
}
