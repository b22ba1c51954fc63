import { Component, type ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import { Invitation } from './invitation.tsx';
import { dialogTitleId, emailFieldId, findEmailField } from './opening.ts';
import { SentForm } from './sent-form.tsx';

interface State {
  hasFailed: boolean;
  /** The address that the visitor had typed. */
  email: string;
}

/** Shows the form that works without a script in place of a dialog that has failed, with the address that was typed. */
export class FormBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false, email: '' };

  /** React calls this while the failed content is still in the document. */
  static getDerivedStateFromError(): State {
    return { hasFailed: true, email: findEmailField()?.value ?? '' };
  }

  override render() {
    const { hasFailed, email } = this.state;
    if (!hasFailed) return this.props.children;
    return (
      <DialogFrame>
        <Invitation titleId={dialogTitleId}>
          <SentForm id={emailFieldId} email={email} />
        </Invitation>
      </DialogFrame>
    );
  }
}
