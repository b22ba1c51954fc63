import { signupTexts } from '../../shared/signup/outcomes.ts';

/** Says what comes after a sign-up. @param mail whether a mail follows. */
export const NextSteps = ({ mail }: { mail: boolean }) => (
  <>
    <h3 className="mr-1 inline font-semibold text-[1em]">{signupTexts.next}</h3>
    <p className="inline">{mail ? signupTexts.nextByMail : signupTexts.nextByList}</p>
  </>
);
