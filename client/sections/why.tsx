import { site } from '../../shared/site.ts';
import { SourceToSlide } from '../illustrations/steps/source-to-slide.tsx';
import { TemplateFan } from '../illustrations/template/template-fan.tsx';
import { WeeksBar } from '../illustrations/time/weeks-bar.tsx';
import { LandingSection, type SectionPlace } from '../ui/landing-section.tsx';

const words = {
  name: `Why ${site.name}`,
  title: 'Spend the time on *the argument,*\nnot on the first draft',
  note: 'Weeks become minutes, and the time goes to the argument. Schematic, not to scale.',
};

const drawn = [
  {
    title: 'Research-backed outputs',
    text: 'Every draft is built on the scope of work you supply and backed by research, so each title has something to stand on.',
    drawing: <SourceToSlide />,
  },
  {
    title: 'Cost-effective and scalable',
    text: 'A fraction of the cost of hiring consultants, with unlimited revisions. One template carries every deck that follows.',
    drawing: <TemplateFan />,
  },
];

const label = 'font-medium text-ink-2 text-small';
const amount =
  'font-serif text-[clamp(2.25rem,1.5rem+2.6vw,3.75rem)] leading-none tracking-[-.03em] on-paper:text-[2rem]';

export function Component(place: SectionPlace) {
  return (
    <LandingSection {...place} {...words}>
      <p className="mt-10 mb-3 flex flex-wrap items-baseline justify-between lg:mt-14 on-paper:mt-7">
        <span className={label}>Consulting team</span>
        <span className={amount}>Weeks</span>
      </p>
      <WeeksBar />
      <ul className="mt-7 wrap-anywhere grid gap-x-6 gap-y-12 md:grid-cols-12 md:mt-9 md:gap-y-14 lg:gap-y-19.5 on-paper:mt-4 on-paper:gap-y-9">
        <li className="grid gap-6 md:col-span-full md:grid-cols-subgrid">
          <div className="md:col-span-5 lg:col-span-6">
            <p className={`mb-3.5 ${label}`}>{site.name}</p>
            <p className={`flex flex-wrap items-center gap-5 ${amount}`}>
              <span className="h-16 w-[40px] shrink-0 border-[1.5px] border-on-marker bg-marker md:h-22 lg:h-26 on-paper:h-16" />
              Minutes
            </p>
          </div>
          <div className="md:col-span-7 md:pt-7 lg:col-span-6 on-paper:pt-0">
            <h3 className="font-medium font-serif text-[clamp(1.5rem,1.28rem+.93vw,2rem)] leading-tight tracking-[-.01em] on-paper:text-heading">
              Consulting-level decks in minutes
            </h3>
            <p className="mt-3.5 max-w-[31rem] text-pretty text-ink-2 text-lead max-md:text-body on-paper:max-w-none on-paper:text-[1rem]">
              An answer-first storyline with one message per slide and a title that states it. You
              start from a draft worth arguing with.
            </p>
          </div>
        </li>
        {drawn.map(({ title, text, drawing }) => (
          <li
            className="md:col-span-6 on-paper:grid on-paper:grid-cols-[11fr_9fr] on-paper:gap-7 on-paper:text-small"
            key={title}
          >
            {drawing}
            <div className="pt-5 md:pt-7 on-paper:pt-0">
              <h3 className="font-medium font-serif text-heading on-paper:text-[1.3rem]">
                {title}
              </h3>
              <p className="mt-2.5 max-w-[31rem] text-pretty text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
