import type { ComponentProps, ReactNode } from 'react';
import { emailInputPattern } from '../../shared/address.ts';
import { signupLimits } from '../../shared/signup/contract.ts';
import type { NoticePart } from '../../shared/signup/notice.ts';
import { pageTexts } from '../page-config/page-config.ts';
import { openingFields } from './opening.ts';

/** Which button opened the dialog, and when, in milliseconds of `performance.now()`. */
export interface Opening {
  source: string;
  openedAt: number;
}

interface Props extends ComponentProps<'input'> {
  /** The id of the email field, unique in the page. */
  id: string;
  /** How the dialog was opened. Without it the first script fills in these fields. */
  opening?: Opening | undefined;
  /** Stands at the right end of the label's row, and after the field in the order of the keyboard. */
  besideLabel?: ReactNode;
  /** Stands under the field, above the notice. */
  children?: ReactNode;
}

/** Renders the honeypot: people do not see it, password managers skip it, programs fill it in. */
function Honeypot({ id }: { id: string }) {
  return (
    <div className="absolute -left-[200vw]" aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
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

const renderPart = ({ text, href }: NoticePart) =>
  href === undefined ? (
    text
  ) : (
    <a key={href} href={href}>
      {text}
    </a>
  );

/**
 * Says who keeps the address, for what, until when, and how it is removed. The form sends the version of these words. While
 * the page is prerendered the notice is one placeholder.
 */
function Notice({ id }: { id: string }) {
  const { notice, noticeVersion } = pageTexts();
  return (
    <>
      <input type="hidden" name="notice" defaultValue={noticeVersion} />
      <p className="notice mt-2.5 wrap-anywhere text-caption text-ink-3 leading-[1.45]" id={id}>
        {typeof notice === 'string' ? notice : notice.map(renderPart)}
      </p>
    </>
  );
}

const defaultOf = (defaultValue: string | number | undefined) =>
  defaultValue === undefined ? {} : { defaultValue };

/** Returns the id of the notice under the email field with this id. */
export const noticeIdOf = (fieldId: string): string => `${fieldId}-notice`;

/**
 * Renders the fields of every sign-up form: source, time of opening, honeypot, email, and the notice. Further attributes go
 * to the email field.
 */
export function SignupFields({ opening, besideLabel, children, ...input }: Props) {
  return (
    <>
      {/* Without a default value React leaves alone what the first script writes into a field. */}
      <input type="hidden" name={openingFields.source} {...defaultOf(opening?.source)} />
      <input type="hidden" name={openingFields.openedAt} {...defaultOf(opening?.openedAt)} />
      <Honeypot id={`${input.id}-website`} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <label className="mb-2 font-semibold text-small" htmlFor={input.id}>
          Email
        </label>
        <input
          className="field col-span-2"
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
        {besideLabel}
      </div>
      {children}
      <Notice id={noticeIdOf(input.id)} />
    </>
  );
}
