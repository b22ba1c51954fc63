import { site } from '../../shared/site.ts';
import { EarlyAccessButton } from '../early-access/button.tsx';
import Stroke from '../illustrations/stroke.svg?react';
import { decision } from '../illustrations/theatre-review.ts';
import { BlankSlide } from '../slides/blank-slide.tsx';
import { DeckSlide } from '../slides/deck-slide.tsx';
import { LandingSection, type SectionPlace } from '../ui/landing-section.tsx';

const words = {
  name: 'Next step',
  title: 'Start your next deck *from the scope,*\nnot from a blank slide',
  note: 'The placeholder goes, the decision stays. Illustrative.',
};

/** What a person on the list gets, and in which order. */
const list = 'The list hears from us first, in the order of joining.';

const { price, currency } = site.offer;
/** The claim of a fraction names the price, if the owner has decided to show it. */
const claims = Object.entries(site.claims).map(([id, claim]) =>
  id === 'price' && site.showPrice ? `${claim}: ${price} ${currency} a month` : claim,
);

/** The stroke of the pen through the empty slide's prompt. From 768 px the stroke continues to the finished slide. */
const strike =
  'strike absolute top-[31.3%] left-[14%] h-[3.5cqi] w-[71%] [translate:0_-40%] fill-marker forced-colors:fill-[CanvasText] md:left-[18%] md:w-[calc(82%+25px)] xl:left-[21%] xl:w-[calc(99%+30px)]';

export function Component(place: SectionPlace) {
  const button = (
    <div className="max-md:grid xl:col-span-3 xl:mb-1 xl:justify-self-end">
      <p className="mb-4 max-w-[24rem] text-ink-2 text-small">{`${site.audience} ${list}`}</p>
      <EarlyAccessButton source="cta" className="button" />
    </div>
  );
  return (
    <LandingSection
      {...place}
      {...words}
      className="night mt-section pt-[clamp(4.5rem,7.5vw,7.5rem)] pb-8"
      beside={{
        content: button,
        grid: 'grid gap-x-6 gap-y-8 xl:grid-cols-12 xl:items-end',
        heading: 'xl:col-span-9',
      }}
    >
      <div className="mt-12 grid items-center gap-x-6 gap-y-14 md:grid-cols-12 xl:mt-16 on-paper:mt-7">
        <div className="md:col-span-5">
          <BlankSlide className="text-ink-2">
            <Stroke className={strike} />
          </BlankSlide>
        </div>
        <div
          translate="no"
          aria-hidden="true"
          className="closing-slide relative [&_.slide]:[box-shadow:0_0_0_1px] md:col-span-7 xl:col-span-6 xl:col-start-7"
        >
          <DeckSlide slide={decision} className="aspect-square md:aspect-[4/3] lg:aspect-video" />
        </div>
      </div>
      <ul className="mt-10 grid gap-x-6 text-ink-2 text-small md:grid-cols-3 xl:mt-14 on-paper:mt-7">
        {claims.map((claim) => (
          <li className="border-rule border-t py-3.5 md:pb-2" key={claim}>
            {claim}
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
