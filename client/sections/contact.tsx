import { site } from '../../shared/site.ts';
import { pageTexts } from '../page-config/page-config.ts';
import { Icon } from '../ui/icons.tsx';
import { LandingSection, type SectionPlace } from '../ui/landing-section.tsx';
import { ContactAddress } from '../ui/mail-link.tsx';

const words = {
  name: 'Questions',
  title: 'Contact Us',
  label: 'Last page',
  note: 'Questions go to the people building it.',
};

/** The subjects of the prepared mails. */
const topics = ['Scope', 'Templates', 'How we handle your documents'];

/** Shows the contact address, large, and a link for each topic that opens a mail with that subject. */
export function Component(place: SectionPlace) {
  const href = `mailto:${pageTexts().contactEmail}`;
  const content = (
    <>
      <div className="lg:col-span-8 lg:col-start-5 lg:row-span-2 lg:row-start-1 lg:pt-[2.6rem]">
        <p className="max-w-[35rem] text-ink-2 text-lead">
          Questions about scope, templates or how we handle your documents? Write to the people
          building it.
        </p>
        <a
          className="mt-3 inline-block pt-3 border-ink border-b-2 font-serif text-[7.2vw] leading-[1.1] tracking-[-.03em] [overflow-wrap:anywhere] hover:bg-marker hover:text-on-marker md:mt-7.5 md:pt-0 md:text-[clamp(1.5rem,.5rem+3.9vw,4.25rem)]"
          href={href}
        >
          <ContactAddress />
        </a>
        <div className="mt-11 flex items-center gap-x-6 gap-y-4 max-md:flex-wrap border-rule border-t pt-6">
          <a className="button shrink-0 max-md:w-full" href={href}>
            <Icon name="mail" />
            Send us an Email
          </a>
          <p className="text-balance text-ink-2 text-small">{site.responseTime}</p>
        </div>
      </div>
      <ul className="border-ink border-t text-ink-2 max-lg:mt-4 lg:col-span-4 lg:row-start-2 lg:self-end">
        {topics.map((topic) => (
          <li className="border-rule not-first:border-t" key={topic}>
            <a
              className="flex min-h-12 items-center justify-between gap-4 py-2 hover:text-ink"
              href={`${href}?subject=${encodeURIComponent(topic)}`}
            >
              {topic}
              <Icon name="mail" className="size-4" />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
  return (
    <LandingSection
      {...place}
      {...words}
      className="pt-[clamp(4.5rem,7vw,7rem)] pb-8"
      beside={{
        content,
        grid: 'grid gap-x-6 gap-y-4 lg:grid-cols-12 lg:grid-rows-[auto_1fr]',
        heading: 'lg:col-span-4',
      }}
    />
  );
}
