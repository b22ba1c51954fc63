import { useLocation } from 'react-router-dom';
import { outcomePath, type Outcome as SignupEnd } from '../../shared/paths.ts';
import { signupErrors, signupTexts } from '../../shared/signup/contract.ts';
import { joinedPage, outcomePage } from '../copy.ts';
import { PlainForm } from '../early-access/plain-form.tsx';
import { BlankSlide } from '../illustrations/blank-slide.tsx';
import { Actions, BackToHome } from '../ui/home-links.tsx';
import { Sheet } from '../ui/sheet.tsx';

const ends: readonly SignupEnd[] = ['joined', ...(Object.keys(signupErrors) as SignupEnd[])];

function Joined() {
  const { name, title, next, steps, note } = joinedPage;
  const exhibit = (
    <div className="border-ink border-l-3 bg-paper px-5 py-4 text-ink-2">
      <h2 className="font-semibold text-ink">{next}</h2>
      <p>{steps}</p>
    </div>
  );
  return (
    <Sheet tracker={name} title={title} lead={signupTexts.success} exhibit={exhibit} note={note}>
      <Actions>
        <BackToHome />
      </Actions>
    </Sheet>
  );
}

/** What happened to a sign-up without JavaScript, in plain words; where it failed, the form again. */
export function Component() {
  const { pathname } = useLocation();
  const end = ends.find((one) => outcomePath(one) === pathname) ?? 'joined';
  if (end === 'joined') return <Joined />;
  const { name, title, lead, note } = outcomePage;
  const exhibit = (
    <div className="night p-[clamp(1.25rem,5vw,3rem)]">
      <BlankSlide className="text-ink-2" />
    </div>
  );
  return (
    <Sheet tracker={name} title={title} lead={lead} exhibit={exhibit} note={note}>
      <p className="error-box mt-7 mb-7" role="alert">
        {signupErrors[end].message}
      </p>
      <PlainForm />
      <Actions>
        <BackToHome />
      </Actions>
    </Sheet>
  );
}
