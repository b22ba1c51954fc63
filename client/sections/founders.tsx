import { type Founder, founders, isNamed, site } from '../../shared/site.ts';
import { HubSlide } from '../illustrations/hub-slide.tsx';
import { Icon } from '../ui/icons.tsx';
import { LandingSection, type SectionPlace } from '../ui/landing-section.tsx';

const words = {
  name: 'Meet the Founders',
  title: ['One\u00a0of\u00a0us *wrote decks.*', 'The\u00a0other designs tools.'],
};

/** The note under the section, with the portrait of the two founders and without the portrait. */
const notes = {
  portrait: 'One slide takes two hands: an argument and a grid. Illustrative.',
  roles: 'One slide takes two hands: an argument and a grid.',
};

/**
 * How far the rule above each founder extends into the slide: to the frame of the title, and to the right edge of the
 * grid. The slide is eight of twelve columns wide, with gaps of 24 px.
 */
const reaches = [
  'w-[calc(26.3cqi+20.8px)] on-paper:w-[calc(23cqi+20px)]',
  'w-[calc(3.07cqi+23.6px)] on-paper:w-[calc(2.7cqi+23.5px)]',
];

/** Renders the words about a founder. @param place says where the portrait shows what the founder made. */
function Words({ founder, place }: { founder: Founder; place?: string }) {
  const { name, picture, title, employers, background, expertise } = founder;
  return (
    <>
      {picture && (
        <img className="mb-3 size-18 object-cover" src={picture} alt="" width={72} height={72} />
      )}
      {place && <p className="text-caption text-ink-3">{place}</p>}
      <h3 className="mt-1 font-medium font-serif text-heading lg:text-[1.75rem] on-paper:text-heading">
        {name}
      </h3>
      <p className="mt-1 text-ink-2 text-small">
        {employers ? `${title}. Before: ${employers}` : title}
      </p>
      <p className="mt-2 max-w-[22.7em] text-ink-2 text-small lg:mt-3.5 lg:text-body lg:leading-normal on-paper:max-w-none on-paper:text-small">
        {`${background} ${expertise}`}
      </p>
    </>
  );
}

function Advisors() {
  return (
    <div className="mt-7 grid gap-x-6 gap-y-1 border-ink border-t pt-5 md:mt-12 md:grid-cols-12 on-paper:mt-4 on-paper:pt-2.5 md:items-center">
      <p className="flex items-center gap-3 text-ink-3 text-small md:col-span-3">
        <Icon name="badge" className="text-ink" />
        Advisors
      </p>
      <p className="font-medium font-serif text-[1.25rem] leading-[1.3] tracking-[-.01em] md:col-span-9 md:text-[1.625rem]">
        {site.advisors}
      </p>
    </div>
  );
}

/** Shows one slide as the portrait of both founders: one wrote its title, the other laid out its grid. */
function Portrait() {
  return (
    <div className="grid gap-x-6 gap-y-8 lg:grid-cols-12">
      <div className="lg:col-span-8 on-paper:col-span-7">
        <HubSlide />
      </div>
      <ul className="grid gap-6 md:grid-cols-2 lg:col-span-4 lg:block lg:pt-[7.28cqi] on-paper:col-span-5 on-paper:pt-[6.3cqi]">
        {founders.map((founder, index) => (
          <li
            className="relative border-ink border-t pt-3 pb-1 lg:pt-5 lg:pb-0 on-paper:pt-3 lg:first:min-h-[15.2cqi] on-paper:first:min-h-[13.4cqi] lg:first:pb-6"
            key={founder.title}
          >
            <span
              className={`absolute -top-px right-full h-px bg-[linear-gradient(to_left,var(--color-ink)_24px,var(--color-slide-ink)_0)] forced-color-adjust-none max-lg:hidden ${reaches[index]}`}
            >
              <span className="absolute -top-[3.75px] -left-1 size-[8.5px] rounded-full bg-slide-ink" />
            </span>
            <Words founder={founder} place={founder.place} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows the founders in two columns, in half the height, while `shared/site.ts` names roles in the place of people. */
function Roles() {
  return (
    <ul className="grid gap-6 md:grid-cols-2">
      {founders.map((founder) => (
        <li className="border-ink border-t pt-4" key={founder.title}>
          <Words founder={founder} />
        </li>
      ))}
    </ul>
  );
}

/** Presents the founders and the advisors. */
export function Component(place: SectionPlace) {
  const areNamed = founders.every(isNamed);
  return (
    <LandingSection {...place} {...words} note={areNamed ? notes.portrait : notes.roles}>
      <div className="@container mt-10 md:mt-12 on-paper:mt-5">
        {areNamed ? <Portrait /> : <Roles />}
        <Advisors />
      </div>
    </LandingSection>
  );
}
