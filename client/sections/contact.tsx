import { site } from '../../shared/site.ts';
import { usePageConfig } from '../config/page-config.tsx';
import { Icon } from '../ui/icons.tsx';
import { Section, SectionHeading } from '../ui/section.tsx';

const section = {
  id: 'contact',
  name: 'Questions',
  title: 'Contact Us',
  label: 'Last page',
  note: 'Questions go to the people building it.',
};

const topics = ['Scope', 'Templates', 'How we handle your documents'];

export function Contact({ number }: { number: number }) {
  const { contactEmail } = usePageConfig();
  const [mailbox, host] = contactEmail.split('@');
  const href = `mailto:${contactEmail}`;
  return (
    <Section {...section} number={number} className="pt-[clamp(4.5rem,7vw,7rem)] pb-8">
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-12">
        <div className="flex flex-col justify-between lg:col-span-4">
          <SectionHeading {...section} number={number} />
          <ul className="border-ink border-t text-ink-2 max-lg:hidden">
            {topics.map((topic) => (
              <li className="border-rule py-3 not-first:border-t" key={topic}>
                {topic}
              </li>
            ))}
          </ul>
        </div>
        <div className="lg:col-span-8 lg:pt-[2.6rem]">
          <p className="max-w-[35rem] text-ink-2 text-lead">
            Questions about scope, templates or how we handle your documents? Write to the people
            building it.
          </p>
          <a
            className="mt-3 inline-block pt-3 border-ink border-b-2 font-serif text-[7.2vw] leading-[1.1] tracking-[-.03em] [overflow-wrap:anywhere] hover:bg-marker hover:text-on-marker md:mt-7.5 md:pt-0 md:text-[clamp(1.5rem,.5rem+3.9vw,4.25rem)]"
            href={href}
          >
            {mailbox}
            <wbr />
            {`@${host}`}
          </a>
          <div className="mt-11 flex items-center gap-x-6 gap-y-4 max-md:flex-wrap border-rule border-t pt-6">
            <a className="button shrink-0 max-md:w-full" href={href}>
              <Icon name="mail" />
              Send us an Email
            </a>
            <p className="text-balance text-ink-2 text-small">{site.responseTime}</p>
          </div>
        </div>
      </div>
    </Section>
  );
}
