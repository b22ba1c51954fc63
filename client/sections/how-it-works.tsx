import { steps } from '../copy.ts';
import { SlideStack } from '../illustrations/slide-stack.tsx';
import { StatementOfWork } from '../illustrations/statement-of-work.tsx';
import { StorylineSheet } from '../illustrations/storyline-sheet.tsx';
import { Section, SectionHeading } from '../ui/section.tsx';

const place = { id: 'how-it-works', number: 3 };
/** An arrow with a notch for the one before it, and the pen in the last. */
const notched = 'pl-7 [--start:var(--tip)_50%]';
const chevrons = [
  'pl-5 lg:-mr-3',
  `${notched} lg:-mr-3`,
  `${notched} text-on-marker [--fill:var(--color-marker)]`,
];
const artefacts = [
  { drawing: <StatementOfWork />, thread: 'left-[236px]' },
  { drawing: <StorylineSheet />, thread: 'left-[332px]' },
  { drawing: <SlideStack />, thread: 'hidden' },
];

/** Three columns of what goes in and what comes out; one line leads from the scope to a slide. */
export function HowItWorks() {
  return (
    <Section {...place} note={steps.note}>
      <SectionHeading {...place} {...steps} />
      <ol className="mt-10 grid gap-x-6 gap-y-15 md:gap-y-12 lg:mt-14 lg:grid-cols-3 print:mt-7 print:[zoom:.79]">
        {steps.cards.map(({ title, description, details }, index) => (
          <li className="grid content-start gap-x-7 md:max-lg:grid-cols-2" key={title}>
            <div className="relative lg:h-[318px]">
              {index > 0 && (
                <span className="absolute -top-10 left-6 h-28 w-0.5 bg-ink md:-top-12 lg:hidden" />
              )}
              <span
                className={`absolute top-[147.5px] -right-6 h-0.5 bg-ink max-xl:hidden ${artefacts[index]?.thread}`}
              />
              <div translate="no" className={index === 2 ? 'lg:pt-12' : ''}>
                {artefacts[index]?.drawing}
              </div>
            </div>
            <div>
              <h3
                className={`chevron mt-5 flex h-14 items-center gap-3 font-medium font-serif text-[1.375rem] tracking-[-.01em] md:max-lg:mt-0 lg:mt-7 print:mt-4 ${chevrons[index]}`}
              >
                <span>{index + 1}</span> {title}
              </h3>
              <p className="mt-5 font-medium print:mt-4 font-serif text-[1.25rem] leading-[1.3] tracking-[-.01em] lg:pr-6">
                {description}
              </p>
              <ul className="mt-3.5 mb-1 grid gap-2 text-ink-2">
                {details.map((detail) => (
                  <li className="flex gap-2.5" key={detail}>
                    <i className="mt-[.8em] h-px w-3 shrink-0 bg-ink" />
                    {detail}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
