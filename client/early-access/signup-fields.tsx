import type { ComponentProps, ReactNode } from 'react';
import { emailInputPattern, type Source, signupLimits } from '../../shared/signup/contract.ts';
import { openingFields } from './names.ts';
import { Notice } from './notice.tsx';

interface Props extends ComponentProps<'input'> {
  /** The id of the email field, unique in the page. */
  id: string;
  /** The source that a form without JavaScript sends. In the dialog the first script fills in the source. */
  source?: Source;
  /** Stands at the right end of the label's row. */
  besideLabel?: ReactNode;
  /** Stands under the field, above the notice. */
  children?: ReactNode;
}

/** The honeypot: people do not see it, password managers skip it, programs fill it in. */
function Honeypot({ id }: { id: string }) {
  return (
    <div className="absolute -left-[200vw]" aria-hidden="true">
      <label htmlFor={id}>Website</label>
      <input
        id={id}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
      />
    </div>
  );
}

/** Returns the id of the notice under the email field with this id. */
export const noticeIdOf = (fieldId: string): string => `${fieldId}-notice`;

/**
 * The fields of every sign-up form: source, time of opening, honeypot, email, and the notice. Further attributes go to
 * the email field.
 */
export function SignupFields({ source, besideLabel, children, ...input }: Props) {
  return (
    <>
      {/* Without a default value React leaves alone what the first script writes into a field. */}
      <input type="hidden" name={openingFields.source} {...(source && { defaultValue: source })} />
      <input type="hidden" name={openingFields.openedAt} />
      <Honeypot id={`${input.id}-website`} />
      <div className="mb-2 flex h-[1lh] items-baseline justify-between gap-x-2 text-small">
        <label className="font-semibold" htmlFor={input.id}>
          Email
        </label>
        {besideLabel}
      </div>
      <input
        className="field"
        type="email"
        name="email"
        required
        pattern={emailInputPattern}
        maxLength={signupLimits.emailLength}
        autoComplete="email"
        enterKeyHint="send"
        placeholder="you@company.com"
        aria-describedby={noticeIdOf(input.id)}
        {...input}
      />
      {children}
      <Notice id={noticeIdOf(input.id)} />
    </>
  );
}
