import { site } from '../../shared/site.ts';
import { Icon } from '../ui/icons.tsx';
import { earlyAccess } from './copy.ts';
import { dialogId } from './ids.ts';
import { JoinedView } from './joined-view.tsx';
import { SignupForm } from './signup-form.tsx';
import { useBotCheck } from './use-bot-check.ts';
import { useSignup } from './use-signup.ts';

/** The way out, and its name as a tooltip. */
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
        // The button has that name already.
        aria-hidden="true"
      >
        Close
      </span>
    </span>
  );
}

/**
 * The dialog’s inside: its name, its way out, the form or what comes after it, its foot. Neither head nor foot is a
 * header or footer: outside of a section those are landmarks of the whole page.
 */
export function SignupSlide({ isOpen }: { isOpen: boolean }) {
  const signup = useSignup();
  const check = useBotCheck(isOpen);
  const showsTrust = check.botCheck.kind === 'checking' || check.botCheck.kind === 'passed';
  return (
    <div className="flex min-h-[30.375rem] flex-col px-5 pt-2 pb-3 md:px-10 md:pt-3 md:pb-4">
      <div className="flex min-h-11 items-center justify-between font-medium text-ink-2 text-small">
        <p>{earlyAccess.name}</p>
        <CloseButton />
      </div>
      {signup.isSuccess ? (
        <JoinedView email={signup.variables.email} />
      ) : (
        <SignupForm signup={signup} check={check} />
      )}
      <div className="mt-auto flex justify-between gap-4 border-rule border-t pt-3.5 pb-1.5 text-caption text-ink-3">
        {(showsTrust || signup.isSuccess) && <span>{site.trust}.</span>}
        <span className="ml-auto">{site.name}</span>
      </div>
    </div>
  );
}
