import { useLocation } from 'react-router-dom';
import { pagePlaceholder } from '../../shared/page-config.ts';
import { outcomePath } from '../../shared/paths.ts';
import { pageTextOf, signupEndCodes } from '../../shared/signup/outcomes.ts';
import { earlyAccess, signupTexts } from '../../shared/signup/texts.ts';
import { site } from '../../shared/site.ts';
import { NextSteps } from '../early-access/next-steps.tsx';
import { SentForm } from '../early-access/sent-form.tsx';
import { BlankSlide } from '../slides/blank-slide.tsx';
import { ContentPage } from '../ui/content-page.tsx';

const name = earlyAccess.name;

function Joined({ mail }: { mail: boolean }) {
  const exhibit = (
    <div className="border-ink border-l-3 bg-paper px-5 py-4 text-ink-2">
      <NextSteps mail={mail} heading="h2" />
    </div>
  );
  const title = `*${signupTexts.joined}*`;
  return (
    <ContentPage
      name={name}
      title={title}
      lead={signupTexts.success}
      exhibit={exhibit}
      note={`${site.name}.`}
    />
  );
}

/** States the outcome of a sign-up without JavaScript. After a failure the page offers the form again. */
export function Component() {
  const { pathname } = useLocation();
  const code = signupEndCodes.find((one) => outcomePath(one) === pathname);
  if (code === undefined) return <Joined mail={pathname === outcomePath('joined_with_mail')} />;
  const exhibit = (
    <div className="night p-[clamp(1.25rem,5vw,3rem)]">
      <BlankSlide className="text-ink-2" />
    </div>
  );
  return (
    <ContentPage
      name={name}
      title={'Your sign-up\n*did not go through*'}
      lead="This is what happened. You can try again right here."
      exhibit={exhibit}
      note="Nothing of this attempt was stored."
    >
      <p className="error-box mt-7 mb-7" role="alert">
        {import.meta.env.SSR ? pagePlaceholder('outcome') : pageTextOf(code)}
      </p>
      <SentForm id="plain-email" className="max-w-[27rem]" />
    </ContentPage>
  );
}
