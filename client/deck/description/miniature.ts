import type { LayoutMiniature } from '../description.ts';
import type { Layout } from '../template/masters.ts';
import { isFooter, isTitle, masterPlaceholder, typeOf } from '../template/placeholders.ts';
import { placedShapes } from '../template/shape-tree.ts';

/** Describes a layout in small. @param size the slide in English Metric Units. */
export function miniatureOf(
  { part, name, master }: Layout,
  size: { width: number; height: number },
): LayoutMiniature {
  const ofMaster = placedShapes(master.part.content, size);
  const boxes = placedShapes(part.content, size).flatMap((shape) => {
    if (!shape.placeholder || isFooter(shape)) return [];
    const type = typeOf(shape.placeholder);
    const box = shape.box ?? masterPlaceholder(type, ofMaster)?.box;
    const kind = isTitle(shape)
      ? 'title'
      : type === 'pic'
        ? 'picture'
        : ['body', 'subTitle', 'obj'].includes(type)
          ? 'text'
          : 'other';
    return box ? [{ kind, box } as const] : [];
  });
  return { name, boxes };
}
