import type { CSSProperties } from 'react';
import { sideHeadingSize } from '../../deck/fit-title.ts';
import { DrawingContext } from '../../slides/drawing.ts';
import { Exhibit } from '../../slides/exhibit.tsx';
import type { SlideContent } from '../../slides/slide-content.ts';
import { SoWhat } from '../../slides/so-what.tsx';
import { slideOf, wordsOf } from '../sample/slides.ts';
import { InAllWordings } from './in-all-wordings.tsx';
import type { OwnTemplate } from './own-template.ts';
import { placeOf, points } from './own-variables.ts';

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

/** Charts that take a smaller share of the slide's width have short labels. */
const narrow = 0.54;
/** On a small slide, charts that take a smaller share have room for their first and their last label only. */
const narrowWhenSmall = 0.75;

/** Draws the exhibit with its heading, and the so-what beside it, below it, or as the decision under the exhibit. */
export function OwnContent({
  template,
  slide,
  titleSize,
}: {
  template: OwnTemplate;
  slide: SlideContent;
  /** In points. */
  titleSize: number;
}) {
  const { description, wideness } = template;
  const { content, exhibit, side, text } = description;
  const { heading, soWhat } = slide;
  const sideHeading = sideHeadingSize(text.size, titleSize) / text.size;
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
          style={{ ...placeOf(side), '--heading': `${sideHeading}em` } as CSSProperties}
        >
          <SoWhat {...soWhat} text={message} />
        </div>
      )}
    </div>
  );
}
