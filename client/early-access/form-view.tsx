import type { FormEventHandler, Ref } from 'react';
import { signupLimits, signupPath } from '../../shared/signup/contract.ts';
import { earlyAccess } from '../../shared/site.ts';
import { Icon } from '../ui/icons.tsx';
import { MarkedText } from '../ui/marked-text.tsx';
import { BotCheckFrame } from './bot-check-frame.tsx';
import { dialogTitleId } from './frame.tsx';
import { emailFieldId } from './ids.ts';
import type { BotCheck, SignupState } from './state.ts';

const errorId = 'early-access-error';

export interface FormProps {
  state: Exclude<SignupState, { phase: 'joined' }>;
  botCheck: BotCheck;
  canSubmit: boolean;
  form?: Ref<HTMLFormElement>;
  widget: Ref<HTMLDivElement>;
  onInput?: FormEventHandler;
  onSubmit?: FormEventHandler<HTMLFormElement>;
}

function Fields({ error }: { error: string | null }) {
  return (
    <>
      <label className="label" htmlFor={emailFieldId}>
        Email
      </label>
      <input
        className="field"
        id={emailFieldId}
        type="email"
        name="email"
        required
        maxLength={signupLimits.emailLength}
        autoComplete="email"
        inputMode="email"
        placeholder="you@company.com"
        aria-describedby={error === null ? undefined : errorId}
      />
      <div className="away" aria-hidden="true">
        <label htmlFor="early-access-website">Website</label>
        <input id="early-access-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  );
}

/** The form, waiting, sending, or with the reason why it stays open. */
export function FormView(props: FormProps) {
  const { state, botCheck, canSubmit, form, widget, onInput, onSubmit } = props;
  const isSending = state.phase === 'sending';
  const error = state.phase === 'form' ? state.error : null;
  return (
    <>
      <div>
        <h2 className="access-title" id={dialogTitleId}>
          <MarkedText>{earlyAccess.title}</MarkedText>
        </h2>
        <p className="access-lead">{earlyAccess.lead}</p>
      </div>
      <form
        className="access-form"
        // Where React does not arrive, the boot script lets the browser send it.
        method="post"
        action={signupPath}
        ref={form}
        noValidate
        aria-busy={isSending}
        onInput={onInput}
        onSubmit={onSubmit}
      >
        <Fields error={error} />
        <BotCheckFrame botCheck={botCheck} container={widget} />
        <div role="alert" className="access-alert">
          {error !== null && (
            <p className="error-box" id={errorId}>
              <Icon name="warning" />
              {error}
            </p>
          )}
        </div>
        <button
          type="submit"
          className="button"
          // While it sends, the button keeps the focus it may have; pressing it again does nothing.
          disabled={!isSending && !canSubmit}
          aria-disabled={isSending || undefined}
          data-sending={isSending || undefined}
        >
          {isSending ? earlyAccess.sending : earlyAccess.action}
        </button>
        <p className="sr-only" role="status">
          {isSending ? earlyAccess.sending : ''}
        </p>
      </form>
    </>
  );
}
