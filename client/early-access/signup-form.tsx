import { type FormEvent, useEffect, useRef } from 'react';
import { signupPath } from '../../shared/signup/paths.ts';
import { earlyAccess } from '../../shared/signup/texts.ts';
import { errorText } from '../ui/error-text.ts';
import { Icon } from '../ui/icons.tsx';
import { useSendOnce } from '../ui/use-send-once.ts';
import { AddressSuggestion } from './address-suggestion.tsx';
import { BotCheckRow, useBotCheck } from './bot-check-row.tsx';
import { canBeSent, type FormContent, openingOf, readForm } from './form-content.ts';
import { emailFieldId, fillIn } from './opening.ts';
import { noticeIdOf, SignupFields } from './signup-fields.tsx';
import { useAddressField } from './use-address-field.ts';
import type { useSignup } from './use-signup.ts';

const errorId = 'early-access-error';
const problemId = 'early-access-problem';

interface Props {
  signup: ReturnType<typeof useSignup>;
  isOpen: boolean;
  /** The sign-up whose address the visitor wants to correct. */
  earlier: FormContent | undefined;
}

/**
 * Renders the form of the dialog. The field keeps its own value, so that React loses no letter that was typed before it
 * arrived.
 */
export function SignupForm({ signup, isOpen, earlier }: Props) {
  const { botCheck, widget, resetBotCheck } = useBotCheck(isOpen);
  const form = useRef<HTMLFormElement>(null);
  const send = useSendOnce(signup);
  const field = useAddressField({ onInput: () => signup.isError && signup.reset() });
  const { input, suggestion } = field;
  // The form takes the place of the success view, which had the focus.
  useEffect(() => {
    if (!earlier) return;
    input.current?.focus();
    input.current?.select();
  }, [earlier, input]);

  const isSending = signup.isPending;
  const error = signup.isError ? errorText(signup.error) : null;
  const isWaiting = field.isEmpty || botCheck.kind === 'checking';

  const submit = (event: FormEvent) => {
    if (!form.current) return;
    // If this throws, the browser sends the form by itself.
    const content = readForm(form.current, botCheck);
    event.preventDefault();
    if (!canBeSent(content) || field.holds(content.email)) return;
    send(content, {
      onError: () => {
        resetBotCheck();
        // A program that fills in forms for people may have filled in the honeypot. The next press sends the form.
        if (form.current) fillIn(form.current, 'website', '');
        // The button is disabled until the next check has passed, and a disabled button loses the focus.
        input.current?.focus();
      },
    });
  };

  const descriptions = [
    field.problem !== '' && problemId,
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
      onSubmit={submit}
      onPointerDown={field.read}
    >
      <SignupFields
        id={emailFieldId}
        ref={input}
        aria-invalid={field.problem !== '' || undefined}
        aria-describedby={descriptions.join(' ')}
        besideLabel={
          <AddressSuggestion
            suggestion={suggestion}
            isHeld={field.isHeld}
            onTake={field.takeSuggestion}
          />
        }
        onInvalid={field.read}
        {...(earlier && { defaultValue: earlier.email, opening: openingOf(earlier) })}
      >
        {/* The bubble with the browser's message disappears. This copy stays for assistive technology. */}
        <p className="sr-only" id={problemId}>
          {field.problem}
        </p>
      </SignupFields>
      <BotCheckRow botCheck={botCheck} widget={widget} />
      <FormError error={error} />
      <SendButton isSending={isSending} isWaiting={isWaiting} />
    </form>
  );
}

/** Renders why the sign-up failed. The element is there before the text, so that a screen reader reads the text. */
function FormError({ error }: { error: string | null }) {
  return (
    <div role="alert">
      {error !== null && (
        <p
          className="mt-3 flex items-start gap-2 bg-danger-tint px-3 py-2 text-caption text-danger leading-5"
          id={errorId}
        >
          <Icon name="warning" className="size-5" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/**
 * Renders the button. While the form is being sent the button stays enabled, so that it keeps the focus; another press does
 * nothing.
 */
function SendButton({ isSending, isWaiting }: { isSending: boolean; isWaiting: boolean }) {
  return (
    <>
      <button
        type="submit"
        className="button mt-4"
        disabled={!isSending && isWaiting}
        aria-disabled={isSending || undefined}
        data-sending={isSending || undefined}
      >
        {isSending ? earlyAccess.sending : earlyAccess.action}
      </button>
      <p className="sr-only" role="status">
        {isSending ? earlyAccess.sending : ''}
      </p>
    </>
  );
}
