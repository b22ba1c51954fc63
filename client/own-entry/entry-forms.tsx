import type { FormEvent } from 'react';
import type { EntryAction } from '../../shared/entry/entry.ts';
import { entryPath } from '../../shared/paths.ts';
import { errorText } from '../ui/error-text.ts';

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
  remove: {
    title: 'Remove your entry',
    text: 'At once, and all of it. You can sign up again at any time.',
    button: 'Remove',
  },
};

interface FormProps {
  /** Sends the form of an action without leaving the page. */
  send: (action: EntryAction) => void;
  action: EntryAction;
  token: string;
}

/**
 * Renders a form that the browser sends by itself without JavaScript. The server then responds with a page that states the
 * result.
 */
function EntryForm({ action, token, send }: FormProps) {
  const { title, text, button } = texts[action];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(action);
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
      <div className="grow basis-64">
        <h2 className="font-medium font-serif text-[1.375rem] leading-tight tracking-[-.01em]">
          {title}
        </h2>
        <p className="mt-1 text-ink-2 text-small">{text}</p>
      </div>
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
  error: Error | null;
}

const Alert = ({ children }: { children: string }) => (
  <p className="error-box mt-4.5 w-full" role="alert">
    {children}
  </p>
);

/** Renders the forms that a link allows: confirm and remove. */
export function EntryForms({ allows, error, ...form }: Props) {
  return (
    <>
      {error && <Alert>{errorText(error)}</Alert>}
      {allows.map((action) => (
        <EntryForm key={action} action={action} {...form} />
      ))}
    </>
  );
}
