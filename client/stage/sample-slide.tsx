import type { ReactNode } from 'react';
import { DeckSlide } from '../slides/deck-slide.tsx';
import { Miniature } from '../slides/miniature.tsx';
import { MarkedText } from '../ui/marked-text.tsx';
import { useChosenTemplate } from './own/store.ts';
import { contentOf } from './sample/slide-content.ts';
import type { SampleSlide } from './sample/slides.ts';
import { Wordings } from './wordings.tsx';

interface SlideProps {
  slide: SampleSlide;
  /** Classes for the width and the aspect ratio of a slide in one of our looks. */
  className: string;
  /** A drawing around the title: in our looks around the words, in the visitor's template on the title's place. */
  frame?: { ours: (title: ReactNode) => ReactNode; own: ReactNode };
}

/** Draws a slide of the sample in the chosen look, with the chosen wording of its title. */
export function SampleSlideView({ slide, className, frame }: SlideProps) {
  const template = useChosenTemplate();
  const content = contentOf(slide);
  if (template)
    return <template.draw.Slide template={template} slide={content} frame={frame?.own} />;
  const title = (
    <Wordings slide={slide} pick={(saying) => saying.title}>
      {(saying) => <MarkedText isDrawn>{saying.title}</MarkedText>}
    </Wordings>
  );
  return (
    <DeckSlide
      slide={content}
      className={className}
      title={frame ? frame.ours(title) : title}
      message={
        <Wordings slide={slide} pick={(saying) => saying.soWhat}>
          {(saying) => saying.soWhat}
        </Wordings>
      }
    />
  );
}

/** Draws a slide of the sample in small, in the chosen look. */
export function SampleMiniature({ slide }: { slide: SampleSlide }) {
  const template = useChosenTemplate();
  const content = contentOf(slide);
  return template ? (
    <template.draw.Miniature template={template} slide={content} />
  ) : (
    <Miniature slide={content} />
  );
}
