import { signupTexts } from '../../shared/signup/texts.ts';

interface Props {
  /** Whether a mail follows. */
  mail: boolean;
  /** The level of the heading: one below the title of the dialog or of the page. */
  heading: 'h2' | 'h3';
}

/** Says what follows a sign-up. */
export const NextSteps = ({ mail, heading: Heading }: Props) => (
  <>
    <Heading className="mr-1 inline font-semibold text-[1em]">{signupTexts.next}</Heading>
    <p className="inline">{mail ? signupTexts.nextByMail : signupTexts.nextByList}</p>
  </>
);
