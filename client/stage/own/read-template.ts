import type { Description } from '../../deck/index.ts';
import { drawGround } from './draw-ground.ts';
import { OwnLayouts } from './own-layouts.tsx';
import { OwnMiniature } from './own-miniature.tsx';
import { OwnSlide } from './own-slide.tsx';
import type { OwnTemplate } from './own-template.ts';
import { missingTypefaces, widenessOf } from './typefaces.ts';
import './own.css';

/**
 * Makes what the page shows of a template. The page loads this module, with the components that draw slides in a
 * template, when a visitor is about to choose a file.
 */
export async function readTemplate(name: string, description: Description): Promise<OwnTemplate> {
  const { heading, body } = description.typefaces;
  return {
    name,
    description,
    ground: await drawGround(description),
    wideness: widenessOf(body),
    missing: missingTypefaces([heading, body]),
    draw: { Slide: OwnSlide, Miniature: OwnMiniature, Layouts: OwnLayouts },
  };
}
