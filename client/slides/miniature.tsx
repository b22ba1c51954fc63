import { plainText } from '../ui/notation.ts';
import { bareDrawing, DrawingContext } from './drawing.ts';
import { Exhibit } from './exhibit.tsx';
import type { SlideContent } from './slide-content.ts';

/**
 * Draws a slide in small: the title as text where the slide is wide enough to read it and as lines elsewhere, the exhibit
 * without words, the so-what as lines.
 */
export function Miniature({
  slide,
}: {
  slide: Pick<SlideContent, 'title' | 'heading' | 'exhibit'>;
}) {
  return (
    <div className="miniature" aria-hidden="true">
      <span className="miniature-title">
        <span>{plainText(slide.title)}</span>
        <i />
        <i />
      </span>
      <div className="miniature-body">
        <DrawingContext value={bareDrawing}>
          <Exhibit exhibit={slide.exhibit} />
        </DrawingContext>
        {slide.heading && (
          <span className="miniature-side">
            <i />
            <i />
            <i />
            <i />
          </span>
        )}
      </div>
    </div>
  );
}
