import { useState } from 'react';
import type { FormContent } from './form-content.ts';
import { Invitation } from './invitation.tsx';
import { dialogTitleId } from './names.ts';
import { SignupForm } from './signup-form.tsx';
import { type Offer, SuccessView } from './success-view.tsx';
import { useSignup } from './use-signup.ts';

interface Props {
  isOpen: boolean;
  offer: Offer | undefined;
}

/** Renders the content of the dialog for one opening: the form, and after a sign-up the success view. */
export function DialogContent({ isOpen, offer }: Props) {
  const signup = useSignup();
  /** The sign-up whose address the visitor wants to correct. The form begins with that address. */
  const [earlier, setEarlier] = useState<FormContent>();
  if (signup.isSuccess) {
    const useAnother = () => {
      setEarlier({ ...signup.variables, email: signup.data.address });
      signup.reset();
    };
    return (
      <SuccessView
        email={signup.data.address}
        mail={signup.data.mail}
        offer={offer}
        onUseAnother={useAnother}
      />
    );
  }
  return (
    <Invitation titleId={dialogTitleId}>
      <SignupForm signup={signup} isOpen={isOpen} earlier={earlier} />
    </Invitation>
  );
}
