import { site } from '../../shared/site.ts';
import { earlyAccess } from '../copy.ts';
import { Icon } from '../ui/icons.tsx';
import { dialogId } from './ids.ts';
import { JoinedView } from './joined-view.tsx';
import { SignupForm } from './signup-form.tsx';
import { Tooltip } from './tooltip.tsx';
import { useBotCheck } from './use-bot-check.ts';
import { useSignup } from './use-signup.ts';

interface Props {
  isOpen: boolean;
  /** Milliseconds on the page’s own clock. */
  openedAt: () => number;
}

/**
 * The dialog’s inside: its name, its way out, the form or what comes after it, its foot. Neither head nor foot is a
 * header or footer: outside of a section those are landmarks of the whole page.
 */
export function SignupSlide({ isOpen, openedAt }: Props) {
  const signup = useSignup();
  const check = useBotCheck(isOpen);
  const showsTrust = check.botCheck.kind === 'checking' || check.botCheck.kind === 'passed';
  return (
    <div className="flex min-h-[30.375rem] flex-col px-5 pt-2 pb-3 md:px-10 md:pt-3 md:pb-4">
      <div className="flex min-h-11 items-center justify-between font-medium text-ink-2 text-small">
        <p>{earlyAccess.name}</p>
        <Tooltip text="Close">
          <button
            type="button"
            className="-mr-3 grid size-11 cursor-pointer place-items-center text-ink md:-mr-7"
            command="close"
            commandfor={dialogId}
            aria-label="Close"
          >
            <Icon name="close" className="size-5" />
          </button>
        </Tooltip>
      </div>
      {signup.isSuccess ? (
        <JoinedView email={signup.variables.email} />
      ) : (
        <SignupForm signup={signup} check={check} openedAt={openedAt} />
      )}
      <div className="mt-auto flex justify-between gap-4 border-rule border-t pt-3.5 pb-1.5 text-caption text-ink-3">
        {(showsTrust || signup.isSuccess) && <span>{site.trust}.</span>}
        <span className="ml-auto">{site.name}</span>
      </div>
    </div>
  );
}
