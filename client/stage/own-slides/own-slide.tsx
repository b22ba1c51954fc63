import type { CSSProperties, ReactNode } from 'react';
import type { FittedTitle, TitlePlace } from '../../deck/index.ts';
import type { SlideContent } from '../../slides/slide-content.ts';
import type { Described } from '../reader/messages.ts';
import { disclaimer } from '../sample/engagement.ts';
import { Ground } from './ground.tsx';
import { InAllWordings } from './in-all-wordings.tsx';
import { OwnContent } from './own-content.tsx';
import type { OwnTemplate } from './own-template.ts';
import { placeOf, points, styleOf } from './own-variables.ts';
import { titleFactors } from './title-factors.ts';
import { useFittedTitles } from './use-fitted-titles.ts';

interface OwnSlideProps {
  template: OwnTemplate;
  slide: SlideContent;
  /** A drawing around the title. */
  frame?: ReactNode;
}

/** The least size of the footer's text. On a narrow slide the text has to stay on one line. */
const leastOfFooter = 'min(11px, 4.2cqw)';

/** Draws the title in its place, in each of its wordings. */
function OwnTitle({
  template: { description },
  slide,
  titles,
}: OwnSlideProps & { titles: readonly FittedTitle[] }) {
  const { title } = description;
  const size = (fitted: FittedTitle): CSSProperties => {
    const { small, other } = titleFactors(description, fitted);
    return {
      '--size': points(fitted.size * other, description),
      '--small-size': points(fitted.size * small, description),
    } as CSSProperties;
  };
  return (
    <div className="own-box own-title" style={{ ...placeOf(title.inside), ...styleOf(title) }}>
      <InAllWordings number={slide.number} parts={titles}>
        {(fitted) => (
          <span className="own-title-lines" style={size(fitted)}>
            {fitted.lines.join('\n')}
          </span>
        )}
      </InAllWordings>
    </div>
  );
}

/** Draws a small text of the layout in its place: the disclaimer, or the number of the slide. */
function SmallText({
  place,
  description,
  children,
}: {
  place: TitlePlace;
  description: Described;
  children: ReactNode;
}) {
  const fontSize = `max(${leastOfFooter}, ${points(description.footer.size, description)})`;
  const style = styleOf(place);
  return (
    <p
      // On a narrow slide the text is wider than its place. The grid lets a centred text leave the place at both sides.
      className="own-box whitespace-nowrap"
      style={{ ...placeOf(place.inside), ...style, justifyContent: style.textAlign, fontSize }}
    >
      {children}
    </p>
  );
}

/** Draws a slide of the sample on the ground of the visitor's template, with the title in the template's place. */
export function OwnSlide({ template, slide, frame }: OwnSlideProps) {
  const { description } = template;
  const { title, footer, number, width, height } = description;
  const titles = useFittedTitles(slide.number, description);
  return (
    <div className="slide-place" style={{ '--ratio': width / height } as CSSProperties}>
      <div
        className="slide own-slide"
        style={{ ...template.variables, aspectRatio: `${width} / ${height}` }}
        translate="no"
      >
        <Ground of={template} />
        <OwnTitle template={template} slide={slide} titles={titles} />
        {frame && (
          <div className="own-box" style={placeOf(title.box)}>
            {frame}
          </div>
        )}
        <OwnContent template={template} slide={slide} titleSize={titles[0]?.size ?? title.size} />
        <SmallText place={footer} description={description}>
          <span>
            {disclaimer.short}
            <span className="small:hidden">{` ${disclaimer.source}`}</span>
          </span>
        </SmallText>
        {number && (
          <SmallText place={number} description={description}>
            {slide.number}
          </SmallText>
        )}
      </div>
    </div>
  );
}
