import { features } from '../copy.ts';
import { SourceToSlide } from '../illustrations/source-to-slide.tsx';
import { TemplateFan } from '../illustrations/template-fan.tsx';
import { WeeksBar } from '../illustrations/weeks-bar.tsx';
import { Section, SectionHeading } from '../ui/section.tsx';

const place = { id: 'why', number: 2 };
const { bars, cards, note } = features;
const [decks, outputs, scale] = cards;
const drawn = [
  { ...outputs, drawing: <SourceToSlide /> },
  { ...scale, drawing: <TemplateFan /> },
];

const label = 'font-medium text-ink-2 text-small';
const amount =
  'font-serif text-[clamp(2.25rem,1.5rem+2.6vw,3.75rem)] leading-none tracking-[-.03em] print:text-[2rem]';

export function Features() {
  return (
    <Section {...place} note={note}>
      <SectionHeading {...place} {...features} />
      <p className="mt-10 mb-3 flex items-baseline justify-between lg:mt-14 print:mt-7">
        <span className={label}>{bars.weeks[0]}</span>
        <span className={amount}>{bars.weeks[1]}</span>
      </p>
      <WeeksBar />
      <ul className="mt-7 grid gap-x-6 gap-y-12 md:grid-cols-12 md:mt-9 md:gap-y-14 lg:gap-y-19.5 print:mt-4 print:gap-y-9">
        <li className="grid gap-6 md:col-span-full md:grid-cols-subgrid">
          <div className="md:col-span-5 lg:col-span-6">
            <p className={`mb-3.5 ${label}`}>{bars.minutes[0]}</p>
            <p className={`flex items-center gap-5 ${amount}`}>
              <span className="h-16 w-[40px] shrink-0 border-[1.5px] border-on-marker bg-marker md:h-22 lg:h-26 print:h-16" />
              {bars.minutes[1]}
            </p>
          </div>
          <div className="md:col-span-7 md:pt-7 lg:col-span-6 print:pt-0">
            <h3 className="font-medium font-serif text-[clamp(1.5rem,1.28rem+.93vw,2rem)] leading-tight tracking-[-.01em] print:text-heading">
              {decks.title}
            </h3>
            <p className="mt-3.5 max-w-[31rem] text-pretty text-ink-2 text-lead max-md:text-body print:max-w-none print:text-[1rem]">
              {decks.text}
            </p>
          </div>
        </li>
        {drawn.map(({ title, text, drawing }) => (
          <li
            className="md:col-span-6 print:grid print:grid-cols-[11fr_9fr] print:gap-7 print:text-small"
            key={title}
          >
            {drawing}
            <div className="pt-5 md:pt-7 print:pt-0">
              <h3 className="font-medium font-serif text-heading print:text-[1.3rem]">{title}</h3>
              <p className="mt-2.5 max-w-[31rem] text-pretty text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
