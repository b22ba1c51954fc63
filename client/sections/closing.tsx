import { closing } from '../../shared/site.ts';
import { EarlyAccessButton } from '../early-access/button.tsx';
import { PlainForm } from '../early-access/plain-form.tsx';
import { EmptySlide } from '../illustrations/index.ts';
import { SectionHeading } from '../ui/section.tsx';

export function Closing() {
  return (
    <section className="closing" id="next-step" aria-labelledby="next-step-title">
      <div className="page" data-reveal="" suppressHydrationWarning>
        <div className="closing-columns">
          <div>
            <SectionHeading id="next-step" number={5} {...closing} />
            <PlainForm source="cta" />
            <EarlyAccessButton source="cta" className="button" />
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
