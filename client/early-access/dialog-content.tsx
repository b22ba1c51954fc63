import { Icon } from '../ui/icons.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { Invitation } from './invitation.tsx';
import { dialogId, dialogTitleId } from './names.ts';
import { SignupForm } from './signup-form.tsx';
import { SuccessView } from './success-view.tsx';
import { useBotCheck } from './use-bot-check.ts';
import { useSignup } from './use-signup.ts';

/** The button that closes the dialog, with a tooltip. */
function CloseButton() {
  return (
    <span className="relative">
      <button
        type="button"
        className="-mr-3 grid size-11 cursor-pointer place-items-center text-ink md:-mr-7"
        command="close"
        commandfor={dialogId}
        aria-label="Close"
      >
        <Icon name="close" className="size-5" />
      </button>
      <span
        className="tooltip pointer-events-none absolute top-full -right-3.5 z-1 rounded-[2px] bg-ink px-2.5 py-1 text-caption text-paper forced-colors:border"
        role="tooltip"
        // The button's label says the same.
        aria-hidden="true"
      >
        Close
      </span>
    </span>
  );
}

/** The content of the dialog for one opening: the form, and after a sign-up the success view. */
export function DialogContent({ isOpen }: { isOpen: boolean }) {
  const signup = useSignup();
  const check = useBotCheck(isOpen);
  const isChecked = check.botCheck.kind === 'checking' || check.botCheck.kind === 'passed';
  return (
    // Without a bot check its row shows the trust line (bot-check-row.tsx).
    <DialogFrame closeButton={<CloseButton />} showsTrust={isChecked || signup.isSuccess}>
      {signup.isSuccess ? (
        <SuccessView entry={signup.variables} joined={signup.data} />
      ) : (
        <Invitation titleId={dialogTitleId}>
          <SignupForm signup={signup} check={check} />
        </Invitation>
      )}
    </DialogFrame>
  );
}
