import type { CSSProperties, ReactNode } from 'react';
import type { FittedTitle, TitlePlace } from '../../deck/index.ts';
import { DrawingContext } from '../../slides/drawing.ts';
import { Exhibit } from '../../slides/exhibit.tsx';
import type { SlideContent } from '../../slides/slide-content.ts';
import { SoWhat } from '../../slides/so-what.tsx';
import type { Described } from '../reader/messages.ts';
import { disclaimer } from '../sample/engagement.ts';
import { slideOf, wordsOf } from '../sample/slides.ts';
import { Ground } from './ground.tsx';
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

/** Shows a part of a slide in all wordings of its title. The style sheet shows the chosen one (choice-rules.ts). */
function InAllWordings<Part>({
  number,
  parts,
  children,
}: {
  number: number;
  parts: readonly Part[];
  children: (part: Part) => ReactNode;
}) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the index of a wording is its name
    <span key={index} data-wording={`${number}.${index}`}>
      {children(part)}
    </span>
  ));
}

/** The height in pixels of the footer's text where the text has 11 px, the least size. */
const footerLine = 15;
/** The share of the footer's line that stands above the anchor of the text. */
const aboveAnchor = { top: 0, middle: 0.5, bottom: 1 };

/** Returns the lower edge of the content. The footer's text has at least 11 px, and may be higher than its place in the template. */
function footOf({ description: { content, footer } }: OwnTemplate): CSSProperties {
  const { y, height } = footer.inside;
  const isBelow = y > content.y + content.height / 2;
  const above = aboveAnchor[footer.anchor];
  const edge = `calc(${(y + above * height) * 100}% - ${above * footerLine}px)`;
  return { '--foot': isBelow ? edge : '200%' } as CSSProperties;
}

/** The room that exhibits and their so-what need, in the size of their text. The width is that of our typeface. */
const needed = { width: 38, height: 16 };
/** The room that the exhibits of a small slide need. */
const neededWhenSmall = { width: 23, height: 10 };

/** Returns the least size of an exhibit's text. Where 11 px has no room, the text is smaller. */
function leastOf(
  { description: { content, footer }, wideness }: OwnTemplate,
  needed: { width: number; height: number },
): string {
  const below = footer.inside.y - content.y;
  const height = below > content.height / 2 ? Math.min(content.height, below) : content.height;
  const ofWidth = (content.width * 100) / (needed.width * wideness);
  const ofHeight = (height * 100) / needed.height;
  return `min(11px, ${ofWidth.toFixed(2)}cqw, ${ofHeight.toFixed(2)}cqh)`;
}

/** The least size of the footer's text. On a narrow slide the text has to stay on one line. */
const leastOfFooter = 'min(11px, 4.2cqw)';

/** Charts that take a smaller share of the slide's width have short labels. */
const narrow = 0.54;
/** On a small slide, charts that take a smaller share have room for their first and their last label only. */
const narrowWhenSmall = 0.75;

/** Draws the title in its place, in each of its wordings. */
function OwnTitle({ template: { description }, slide }: OwnSlideProps) {
  const { title } = description;
  const titles = useFittedTitles(slide.number, description);
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

/** Draws the exhibit with its heading, and the so-what beside it, below it, or as the decision under the exhibit. */
function OwnContent({ template, slide }: OwnSlideProps) {
  const { description, wideness } = template;
  const { content, exhibit, side, text } = description;
  const { heading, soWhat } = slide;
  const sample = slideOf(slide.number);
  const messages = sample.wordings.map((_, index) => wordsOf(sample, index).soWhat);
  const message = (
    <InAllWordings number={slide.number} parts={messages}>
      {(part) => part}
    </InAllWordings>
  );
  const place = heading && side ? exhibit : content;
  const labels = [
    place.width < narrow * wideness && 'short-labels',
    content.width < narrowWhenSmall * wideness && 'few-labels',
  ];
  return (
    <div
      className="own-text"
      style={
        {
          '--size': points(text.size, description),
          '--least': leastOf(template, needed),
          '--small-least': leastOf(template, neededWhenSmall),
        } as CSSProperties
      }
    >
      <div
        className={`own-box slide-exhibit ${labels.filter(Boolean).join(' ')}`}
        style={{ ...placeOf(place, content), ...footOf(template) }}
      >
        {heading && (
          <p className="shrink-0 truncate small:hidden">
            <b className="text-deck-ink">{`${heading.title},`}</b> {heading.unit}
          </p>
        )}
        <DrawingContext value={{ isBare: false, wideness }}>
          <Exhibit exhibit={slide.exhibit} />
        </DrawingContext>
        {!heading && (
          <p className="slide-heading mt-[.6em] border-deck-ink border-t pt-[.3em] text-deck-ink small:hidden">
            {message}
          </p>
        )}
      </div>
      {heading && side && (
        <div
          className={`own-box own-side small:hidden ${description.isSideBeside ? 'own-side-beside' : ''}`}
          style={placeOf(side)}
        >
          <SoWhat {...soWhat} text={message} />
        </div>
      )}
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
  return (
    <p
      className="own-box whitespace-nowrap"
      style={{ ...placeOf(place.inside), ...styleOf(place), fontSize }}
    >
      {children}
    </p>
  );
}

/** Draws a slide of the sample on the ground of the visitor's template, with the title in the template's place. */
export function OwnSlide({ template, slide, frame }: OwnSlideProps) {
  const { description } = template;
  const { title, footer, number, width, height } = description;
  return (
    <div className="slide-place" style={{ '--ratio': width / height } as CSSProperties}>
      <div
        className="slide own-slide"
        style={{ ...template.variables, aspectRatio: `${width} / ${height}` }}
        translate="no"
      >
        <Ground of={template} />
        <OwnTitle template={template} slide={slide} />
        {frame && (
          <div className="own-box" style={placeOf(title.box)}>
            {frame}
          </div>
        )}
        <OwnContent template={template} slide={slide} />
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
