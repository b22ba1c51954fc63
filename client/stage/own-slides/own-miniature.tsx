import { bareDrawing, DrawingContext } from '../../slides/drawing.ts';
import { Exhibit } from '../../slides/exhibit.tsx';
import type { SlideContent } from '../../slides/slide-content.ts';
import { Ground } from './ground.tsx';
import type { OwnTemplate } from './own-template.ts';
import { placeOf } from './own-variables.ts';

/** Draws a slide in the visitor's template in small: the ground, the title as lines in its place, the exhibit without words. */
export function OwnMiniature({ template, slide }: { template: OwnTemplate; slide: SlideContent }) {
  const { title, content, exhibit, side, isSideBeside, width, height } = template.description;
  const hasSide = slide.heading && side && isSideBeside;
  return (
    <div className="miniature own-miniature" aria-hidden="true" style={template.variables}>
      <div className="own-miniature-slide" style={{ aspectRatio: `${width} / ${height}` }}>
        <Ground of={template} />
        <span
          className={`own-box own-miniature-title own-align-${title.align}`}
          style={{ ...placeOf(title.inside), color: title.color.hex }}
        >
          <i />
          <i />
        </span>
        <div className="own-box flex" style={placeOf(hasSide ? exhibit : content)}>
          <DrawingContext value={bareDrawing}>
            <Exhibit exhibit={slide.exhibit} />
          </DrawingContext>
        </div>
        {hasSide && (
          <span className="own-box miniature-side own-miniature-side" style={placeOf(side)}>
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
