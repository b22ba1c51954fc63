import { closing } from '../../shared/site.ts';
import { EmptySlide } from '../components/drawings/index.ts';
import { EarlyAccess } from '../components/early-access.tsx';
import { PlainForm } from '../components/plain-form.tsx';
import { SectionHeading } from '../components/section.tsx';

export function Closing() {
  return (
    <section className="closing" id="next-step" aria-labelledby="next-step-title">
      <div className="page" data-reveal="" suppressHydrationWarning>
        <div className="closing-columns">
          <div>
            <SectionHeading id="next-step" number={5} {...closing} />
            <EarlyAccess source="cta" className="button" plain={<PlainForm source="cta" />} />
          </div>
          <EmptySlide />
        </div>
        <ul className="claims">
          {closing.claims.map((claim) => (
            <li key={claim}>{claim}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
