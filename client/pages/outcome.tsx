import { useLocation } from 'react-router-dom';
import { outcomePath } from '../../shared/paths.ts';
import { signupEndCodes, signupErrors, signupTexts } from '../../shared/signup/outcomes.ts';
import { site } from '../../shared/site.ts';
import { earlyAccess } from '../early-access/copy.ts';
import { NextSteps } from '../early-access/next-steps.tsx';
import { PlainForm } from '../early-access/plain-form.tsx';
import { BlankSlide } from '../slides/blank-slide.tsx';
import { ContentPage } from '../ui/content-page.tsx';

const shared = { name: earlyAccess.name, note: `${site.claims.trust}.` };

function Joined() {
  const exhibit = (
    <div className="border-ink border-l-3 bg-paper px-5 py-4 text-ink-2">
      <h2 className="font-semibold text-ink">{earlyAccess.next}</h2>
      <NextSteps />
    </div>
  );
  const title = `*${signupTexts.joined}*`;
  return <ContentPage {...shared} title={title} lead={signupTexts.success} exhibit={exhibit} />;
}

/** States the outcome of a sign-up without JavaScript. After a failure the page offers the form again. */
export function Component() {
  const { pathname } = useLocation();
  const code = signupEndCodes.find((one) => outcomePath(one) === pathname);
  if (code === undefined) return <Joined />;
  const exhibit = (
    <div className="night p-[clamp(1.25rem,5vw,3rem)]">
      <BlankSlide className="text-ink-2" />
    </div>
  );
  return (
    <ContentPage
      {...shared}
      title={'Your sign-up\n*did not go through*'}
      lead="This is what happened. You can try again right here."
      exhibit={exhibit}
    >
      <p className="error-box mt-7 mb-7" role="alert">
        {signupErrors[code].message}
      </p>
      <PlainForm className="max-w-[27rem]" />
    </ContentPage>
  );
}
