import { type FormEvent, useEffect, useRef, useState } from 'react';
import { normaliseEmail, signupPath } from '../../shared/signup/contract.ts';
import { Icon } from '../ui/icons.tsx';
import { useSendOnce } from '../ui/use-send-once.ts';
import { AddressSuggestion } from './address-suggestion.tsx';
import { BotCheckRow } from './bot-check-row.tsx';
import { earlyAccess } from './copy.ts';
import { canBeSent, errorText, readEntry } from './entry.ts';
import { emailFieldId } from './names.ts';
import { noticeIdOf, SignupFields } from './signup-fields.tsx';
import type { useBotCheck } from './use-bot-check.ts';
import { useFieldValidity } from './use-field-validity.ts';
import type { useSignup } from './use-signup.ts';

const errorId = 'early-access-error';
const problemId = 'early-access-problem';

interface Props {
  signup: ReturnType<typeof useSignup>;
  check: ReturnType<typeof useBotCheck>;
}

/** The form of the dialog. The field keeps its own value, so that React loses no letter that was typed before it arrived. */
export function SignupForm({ signup, check }: Props) {
  const { botCheck, widget, resetBotCheck } = check;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const send = useSendOnce(signup);
  // Until React has read the field, the button is enabled and the browser sends the form.
  const [isEmpty, setEmpty] = useState(false);
  const { problem, readValidity } = useFieldValidity(field);
  const [suggestion, suggest] = useState<string | null>(null);
  useEffect(() => {
    setEmpty(field.current?.value.trim() === '');
    // The browser focuses this field when it opens the dialog. React writes the attribute on the server only.
    field.current?.setAttribute('autofocus', '');
  }, []);

  const isSending = signup.isPending;
  const error = signup.isError ? errorText(signup.error) : null;
  const isWaiting = isEmpty || botCheck.kind === 'checking';

  const handleInput = () => {
    setEmpty(field.current?.value.trim() === '');
    readValidity();
    suggest(null);
    if (signup.isError) signup.reset();
  };

  const lookForMistake = async () => {
    const typed = () => normaliseEmail(field.current?.value ?? '');
    const email = typed();
    // If the script does not arrive, the form works without a suggestion.
    const suggestions = await import('./suggest-address.ts').catch(() => undefined);
    if (typed() === email) suggest(suggestions?.suggestAddress(email) ?? null);
  };

  const handleBlur = () => {
    readValidity();
    lookForMistake();
  };

  const takeSuggestion = () => {
    if (!field.current || suggestion === null) return;
    field.current.value = suggestion;
    handleInput();
    // The button that had the focus is gone.
    field.current.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current) return;
    const entry = readEntry(form.current, botCheck);
    if (!canBeSent(entry)) return;
    send(entry, {
      onError: () => {
        resetBotCheck();
        // The button is disabled until the next check has passed, and a disabled button loses the focus.
        field.current?.focus();
      },
    });
  };

  const descriptions = [
    problem !== '' && problemId,
    error !== null && errorId,
    noticeIdOf(emailFieldId),
  ].filter(Boolean);
  return (
    <form
      className="relative flex min-w-0 flex-col pt-[3px]"
      method="post"
      action={signupPath}
      ref={form}
      aria-busy={isSending}
      onInput={handleInput}
      onSubmit={submit}
    >
      <SignupFields
        id={emailFieldId}
        ref={field}
        autoFocus
        aria-invalid={problem !== '' || undefined}
        aria-describedby={descriptions.join(' ')}
        besideLabel={<AddressSuggestion suggestion={suggestion} onTake={takeSuggestion} />}
        onBlur={handleBlur}
        onInvalid={readValidity}
      >
        {/* The bubble with the browser's message disappears. This copy stays for assistive technology. */}
        <p className="sr-only" id={problemId}>
          {problem}
        </p>
      </SignupFields>
      <BotCheckRow botCheck={botCheck} widget={widget} />
      <div role="alert">
        {error !== null && (
          <p
            className="mt-3 flex items-start gap-2 bg-danger-tint px-3 py-2 text-caption text-danger leading-5"
            id={errorId}
          >
            <Icon name="warning" className="size-5" />
            {error}
          </p>
        )}
      </div>
      <button
        type="submit"
        className="button mt-4"
        // While the form is being sent the button stays enabled, so that it keeps the focus; another press does nothing.
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
  );
}
