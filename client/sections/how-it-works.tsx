import { SlideStack } from '../illustrations/steps/slide-stack.tsx';
import { SmallScope, SmallSlide, SmallStoryline } from '../illustrations/steps/small-drawings.tsx';
import { StatementOfWork } from '../illustrations/steps/statement-of-work.tsx';
import { StorylineSheet } from '../illustrations/steps/storyline-sheet.tsx';
import { LandingSection, type SectionPlace } from '../ui/landing-section.tsx';

const words = {
  name: 'How It Works',
  title: '*Three steps* take you from\nstatement\u00a0of\u00a0work to finished PPTX',
  note: 'One line of the scope becomes title 4, and title 4 becomes a slide. Illustrative.',
};

/** The classes of an arrow with a notch on its left, for the tip of the previous arrow. */
const notched = 'pl-7 [--start:var(--tip)_50%]';
const steps = [
  {
    title: 'Upload',
    description: 'Hand over the scope of the work and the look it has to wear.',
    details: ['Statement of work, as PDF or DOCX', 'PowerPoint brand template, as PPTX'],
    chevron: 'pl-5 lg:-mr-3',
    drawing: <StatementOfWork />,
    small: <SmallScope />,
    thread: 'left-[236px]',
  },
  {
    title: 'Draft',
    description: 'The AI reads both files and drafts the story as one argument.',
    details: ['A storyline, from question to decision', 'Slide titles matched to your template'],
    chevron: `${notched} lg:-mr-3`,
    drawing: <StorylineSheet />,
    small: <SmallStoryline />,
    thread: 'left-[332px]',
  },
  {
    title: 'Deliver',
    description: 'You make it yours in the app, then take the file with you.',
    details: ['Unlimited revisions', 'Download as a PPTX deck'],
    chevron: `${notched} text-on-marker [--fill:var(--color-marker)]`,
    drawing: <SlideStack />,
    small: <SmallSlide />,
    thread: 'hidden',
  },
];

/**
 * Shows the three steps: in each column a drawing and its text, on a phone all on one sheet. A line leads from the scope
 * to a slide.
 */
export function Component(place: SectionPlace) {
  return (
    <LandingSection {...place} {...words}>
      <ol className="steps mt-10 grid gap-x-6 md:gap-y-12 lg:mt-14 lg:grid-cols-3 on-paper:mt-7 on-paper:[zoom:.79]">
        {steps.map(({ title, description, details, chevron, drawing, small, thread }, index) => (
          <li className="grid content-start gap-x-7 md:max-lg:grid-cols-2" key={title}>
            <div className="relative max-md:hidden lg:h-[318px]">
              {index > 0 && (
                <span className="absolute -top-12 left-6 h-28 w-0.5 bg-ink lg:hidden" />
              )}
              <span
                className={`absolute top-[146.9px] -right-6 h-0.5 bg-ink max-xl:hidden ${thread}`}
              />
              <div translate="no" className={index === 2 ? 'lg:pt-12' : undefined}>
                {drawing}
              </div>
            </div>
            <div>
              <h3
                className={`chevron flex h-14 items-center gap-3 font-medium font-serif text-[1.375rem] tracking-[-.01em] md:max-lg:mt-0 lg:mt-7 on-paper:mt-4 ${chevron}`}
              >
                <span>{index + 1}</span> <span>{title}</span>
              </h3>
              <p className="mt-5 font-medium on-paper:mt-4 font-serif text-[1.25rem] leading-[1.3] tracking-[-.01em] lg:pr-6">
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
              {small}
            </div>
          </li>
        ))}
      </ol>
    </LandingSection>
  );
}
