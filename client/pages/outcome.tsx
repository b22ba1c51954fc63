import { useLocation } from 'react-router-dom';
import { outcomePath, type Outcome as SignupEnd } from '../../shared/paths.ts';
import { signupErrors, signupTexts } from '../../shared/signup/contract.ts';
import { joinedPage, outcomePage } from '../../shared/site.ts';
import { PlainForm } from '../early-access/plain-form.tsx';
import { EmptySlide } from '../illustrations/index.ts';
import { BackToHome } from '../ui/home-links.tsx';
import { Sheet } from '../ui/sheet.tsx';

const ends: readonly SignupEnd[] = ['joined', ...(Object.keys(signupErrors) as SignupEnd[])];

function Joined() {
  const { name, title, next, steps, note } = joinedPage;
  const exhibit = (
    <div className="whats-next">
      <h2>{next}</h2>
      <p>{steps}</p>
    </div>
  );
  return (
    <Sheet tracker={name} title={title} lead={signupTexts.success} exhibit={exhibit} note={note}>
      <div className="actions">
        <BackToHome />
      </div>
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
    <div className="slab">
      <EmptySlide />
    </div>
  );
  return (
    <Sheet tracker={name} title={title} lead={lead} exhibit={exhibit} note={note}>
      <p className="error-box" role="alert">
        {signupErrors[end].message}
      </p>
      <PlainForm source="modal" />
      <div className="actions">
        <BackToHome />
      </div>
    </Sheet>
  );
}
