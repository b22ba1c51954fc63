import { memo, type ReactNode, useRef } from 'react';
import { DeckSlide } from '../slides/deck-slide.tsx';
import { Miniature } from '../slides/miniature.tsx';
import { MarkedText } from '../ui/marked-text.tsx';
import type { OwnTemplate } from './own-slides/own-template.ts';
import { contentOf } from './sample/drawn-slide.ts';
import type { SampleSlide } from './sample/slides.ts';
import { useTemplateAt } from './state.ts';
import { Wordings } from './wordings.tsx';

interface SlideProps {
  slide: SampleSlide;
  /** Classes for the width and the aspect ratio of a slide in one of our looks. */
  className: string;
  /** A drawing around the title: in our looks around the words, in the visitor's template on the title's place. */
  frame?: undefined | { ours: (title: ReactNode) => ReactNode; own: ReactNode };
}

interface InTemplate {
  /** Undefined for one of our looks. */
  template: OwnTemplate | undefined;
}

/** Draws a slide of the sample in the chosen look, with the chosen wording of its title. */
export function SampleSlideView(props: SlideProps) {
  const place = useRef<HTMLDivElement>(null);
  const template = useTemplateAt(place, false);
  return (
    <div ref={place}>
      <SlideIn {...props} template={template} />
    </div>
  );
}

/** Draws a slide in a template. React draws a slide again only if its own template changes. */
const SlideIn = memo(({ template, ...props }: SlideProps & InTemplate) =>
  template ? (
    <template.draw.Slide
      template={template}
      slide={contentOf(props.slide)}
      frame={props.frame?.own}
    />
  ) : (
    <SlideInOurLook {...props} />
  ),
);

function SlideInOurLook({ slide, className, frame }: SlideProps) {
  const title = (
    <Wordings slide={slide} pick={(words) => words.title}>
      {(words) => <MarkedText isDrawn>{words.title}</MarkedText>}
    </Wordings>
  );
  return (
    <DeckSlide
      slide={contentOf(slide)}
      className={className}
      title={frame ? frame.ours(title) : title}
      message={
        <Wordings slide={slide} pick={(words) => words.soWhat}>
          {(words) => words.soWhat}
        </Wordings>
      }
    />
  );
}

/** Draws a slide of the sample in small, in the chosen look. */
export function SampleMiniature({ slide }: { slide: SampleSlide }) {
  const place = useRef<HTMLDivElement>(null);
  const template = useTemplateAt(place, true);
  return (
    <div ref={place}>
      <MiniatureIn slide={slide} template={template} />
    </div>
  );
}

const MiniatureIn = memo(({ slide, template }: { slide: SampleSlide } & InTemplate) =>
  template ? (
    <template.draw.Miniature template={template} slide={contentOf(slide)} />
  ) : (
    <Miniature slide={contentOf(slide)} />
  ),
);
