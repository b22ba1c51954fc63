import type { FormEvent, ReactNode } from 'react';
import type { EntryAction } from '../../shared/entry/entry.ts';
import { entryPath } from '../../shared/paths.ts';
import { emailInputPattern, signupLimits } from '../../shared/signup/contract.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { errorText } from '../early-access/entry.ts';
import type { EntryFields } from './requests.ts';

interface Texts {
  title: string;
  text: string;
  button: string;
}

const texts: Record<EntryAction, Texts> = {
  confirm: {
    title: 'Confirm your place',
    text: 'So that the launch mail reaches the right person.',
    button: 'Confirm',
  },
  change: {
    title: 'Change the address',
    text: 'The new address gets a link of its own. The old one is then removed.',
    button: 'Change',
  },
  remove: {
    title: 'Remove your entry',
    text: 'At once, and all of it. You can sign up again at any time.',
    button: 'Remove',
  },
};

interface FormProps {
  /** Sends the form without leaving the page. */
  send: (fields: EntryFields) => void;
  action: EntryAction;
  token: string;
  /** Stands between the texts and the button. */
  children?: ReactNode;
}

/** A form that the browser sends by itself without JavaScript. The server then responds with a page that states the result. */
function EntryForm({ action, token, send, children }: FormProps) {
  const { title, text, button } = texts[action];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    send({ action, ...(typeof email === 'string' && { email }) });
  };
  return (
    <form
      className="flex flex-wrap items-center gap-x-3 gap-y-2.5 border-rule border-b py-4.5"
      method="post"
      action={entryPath}
      onSubmit={submit}
    >
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="action" value={action} />
      <div className={action === 'change' ? 'w-full' : 'grow basis-64'}>
        <h2 className="font-medium font-serif text-[1.375rem] leading-tight tracking-[-.01em]">
          {title}
        </h2>
        <p className="mt-1 text-ink-2 text-small">{text}</p>
      </div>
      {children}
      <button
        className={`button max-md:w-full ${action === 'confirm' ? '' : 'button-outline'}`}
        type="submit"
      >
        {button}
      </button>
    </form>
  );
}

interface Props extends Pick<FormProps, 'send' | 'token'> {
  allows: readonly EntryAction[];
  /** The new address that has not confirmed yet. */
  pendingEmail: string | null;
  error: Error | null;
  /** The server refused the new address. */
  isInvalidEmail: boolean;
}

const Alert = ({ children }: { children: string }) => (
  <p className="error-box mt-4.5 w-full" role="alert">
    {children}
  </p>
);

/** The forms that a link allows: confirm, change and remove. */
export function EntryForms({ allows, pendingEmail, error, isInvalidEmail, ...form }: Props) {
  return (
    <>
      {error && <Alert>{errorText(error)}</Alert>}
      {allows.map((action) => (
        <EntryForm key={action} action={action} {...form}>
          {action === 'change' && (
            <>
              {pendingEmail !== null && (
                <p className="wrap-anywhere w-full text-small">
                  Waiting for a confirmation from <b>{pendingEmail}</b>
                </p>
              )}
              <input
                className="field min-w-0 grow basis-64 md:w-auto"
                type="email"
                name="email"
                required
                pattern={emailInputPattern}
                maxLength={signupLimits.emailLength}
                autoComplete="email"
                placeholder="you@company.com"
                aria-label="New address"
              />
            </>
          )}
          {action === 'change' && isInvalidEmail && (
            <Alert>{signupErrors.invalid_email.message}</Alert>
          )}
        </EntryForm>
      ))}
    </>
  );
}
