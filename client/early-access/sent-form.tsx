import { signupPath } from '../../shared/signup/paths.ts';
import { earlyAccess } from '../../shared/signup/texts.ts';
import { SignupFields } from './signup-fields.tsx';

interface Props {
  /** The id of the email field. */
  id: string;
  /** The address that the visitor had typed. */
  email?: string;
  className?: string;
}

/** Renders the sign-up form that the browser sends by itself. The server responds with a page that states the outcome. */
export function SentForm({ id, email, className = '' }: Props) {
  return (
    <form className={`relative flex flex-col ${className}`} method="post" action={signupPath}>
      <SignupFields id={id} {...(email && { defaultValue: email })} />
      <button className="button mt-4" type="submit">
        {earlyAccess.action}
      </button>
    </form>
  );
}
