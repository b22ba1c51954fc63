import type { ReactNode } from 'react';
import { defaultSource, signupPath } from '../../shared/signup/contract.ts';
import { BotCheckRow } from './bot-check-row.tsx';
import { earlyAccess } from './copy.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { Invitation } from './invitation.tsx';
import { plainEmailFieldId } from './names.ts';
import { SignupFields } from './signup-fields.tsx';

interface Props {
  className?: string;
  /** Stands between the field and the button. */
  children?: ReactNode;
}

/** The sign-up form without JavaScript. The server responds with a page that states the outcome. */
export function PlainForm({ className = '', children }: Props) {
  return (
    <form className={`relative ${className}`} method="post" action={signupPath}>
      <SignupFields id={plainEmailFieldId} source={defaultSource} />
      {children}
      <button className="button mt-4" type="submit">
        {earlyAccess.action}
      </button>
    </form>
  );
}

/** The plain form at the end of the landing page, for visitors without JavaScript. */
export function PlainSignup() {
  const titleId = `${plainEmailFieldId}-title`;
  return (
    <noscript>
      <section className="early-access-plain" aria-labelledby={titleId}>
        <DialogFrame showsTrust={false}>
          <Invitation titleId={titleId}>
            <PlainForm className="flex flex-col pt-[3px]">
              <BotCheckRow botCheck={{ kind: 'off' }} />
            </PlainForm>
          </Invitation>
        </DialogFrame>
      </section>
    </noscript>
  );
}
