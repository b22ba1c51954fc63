import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signupPath } from '../../shared/signup/contract.ts';
import { BlankSlide } from '../illustrations/slides/blank-slide.tsx';
import { Icon } from '../ui/icons.tsx';
import { MarkedText } from '../ui/marked-text.tsx';
import { BotCheckRow } from './bot-check-row.tsx';
import { earlyAccess } from './copy.ts';
import { canBeSent, errorText, readEntry } from './entry.ts';
import { Fields } from './fields.tsx';
import { dialogTitleId, emailFieldId } from './ids.ts';
import type { useBotCheck } from './use-bot-check.ts';
import type { useSignup } from './use-signup.ts';

const errorId = 'early-access-error';

interface Props {
  signup: ReturnType<typeof useSignup>;
  check: ReturnType<typeof useBotCheck>;
}

/** The form, waiting, sending, or with the reason why it stays open. Until React is here the browser sends it. */
export function SignupForm({ signup, check }: Props) {
  const { botCheck, widget, resetBotCheck } = check;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** What is in the field, which keeps its own value; null until React is here. */
  const [email, setEmail] = useState<string | null>(null);
  const noteEmail = () => setEmail(field.current?.value.trim() ?? '');
  useEffect(() => {
    setEmail(field.current?.value.trim() ?? '');
    // For the browser, which gives the focus when the dialog opens: React writes it on the server alone.
    field.current?.setAttribute('autofocus', '');
  }, []);

  const isSending = signup.isPending;
  const error = signup.isError ? errorText(signup.error) : null;
  const isWaiting = email === '' || botCheck.kind === 'checking';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const entry = readEntry(form.current, botCheck);
    if (!canBeSent(entry)) return;
    const onError = () => {
      resetBotCheck();
      // The button may be disabled until the next check has passed, and would drop the focus it has.
      field.current?.focus();
    };
    signup.mutate(entry, { onError });
  };
  return (
    <div className="grid flex-1 gap-x-[4.375rem] gap-y-5 pt-3 pb-5 md:grid-cols-[20.5rem_minmax(0,1fr)] md:pt-5 md:pb-6">
      <div className="flex flex-col">
        <h2
          className="isolate font-serif text-[2.125rem] leading-[1.08] tracking-[-0.028em] md:text-[2.75rem]"
          id={dialogTitleId}
        >
          <MarkedText>{earlyAccess.title}</MarkedText>
        </h2>
        <p className="mt-3.5 text-ink-2 md:mt-4.5">{earlyAccess.lead}</p>
        <BlankSlide className="mt-5 w-52 text-ink-3 max-md:hidden" />
      </div>
      <form
        className="relative flex flex-col pt-[3px]"
        method="post"
        action={signupPath}
        ref={form}
        noValidate={email !== null}
        aria-busy={isSending}
        onInput={noteEmail}
        onSubmit={submit}
      >
        <Fields
          id={emailFieldId}
          ref={field}
          autoFocus
          aria-describedby={error === null ? undefined : errorId}
        />
        <BotCheckRow botCheck={botCheck} widget={widget} />
        <div role="alert">
          {error !== null && (
            <p
              className="mt-4 flex items-start gap-2.5 bg-danger-tint px-4 py-2.5 text-danger text-small leading-6"
              id={errorId}
            >
              <Icon name="warning" className="mt-0.5 size-5" />
              {error}
            </p>
          )}
        </div>
        <button
          type="submit"
          className="button mt-4"
          // While it sends, the button keeps the focus it may have; pressing it again does nothing.
          disabled={!isSending && isWaiting}
          aria-disabled={isSending || undefined}
          data-sending={isSending || undefined}
        >
          {isSending ? earlyAccess.sending : earlyAccess.action}
        </button>
        <p className="sr-only" role="status">
          {isSending ? earlyAccess.sending : ''}
        </p>
      </form>
    </div>
  );
}
