import type { Box } from '../description.ts';
import { isTrue } from '../package/is-true.ts';
import { type Element, elements, find, numberOf } from '../package/xml.ts';

/** Lists the shapes of a master or a layout with their places on the slide. */

export interface PlacedShape {
  element: Element;
  /** In shares of the slide; undefined for a placeholder that takes the place of its master's. */
  box: Box | undefined;
  /** Clockwise in degrees. */
  rotation: number;
  flipX: boolean;
  flipY: boolean;
  /** `p:ph` of a placeholder. */
  placeholder: Element | undefined;
  /** The fill of the group around the shape, for `a:grpFill`. */
  groupFill: Element | undefined;
}

/** The transform of a group, from the coordinates of its children to the coordinates of the slide. */
interface Frame {
  scaleX: number;
  scaleY: number;
  shiftX: number;
  shiftY: number;
  rotation: number;
  flipX: boolean;
  flipY: boolean;
  middle: { x: number; y: number };
}

const shapeNames = new Set(['sp', 'pic', 'cxnSp', 'graphicFrame']);

const pair = (element: Element | undefined, one: string, other: string): [number, number] => [
  numberOf(element, one) ?? 0,
  numberOf(element, other) ?? 0,
];

/** Turns a point about another. @param degrees clockwise. */
function turned(point: { x: number; y: number }, about: { x: number; y: number }, degrees: number) {
  const angle = (degrees * Math.PI) / 180;
  const [x, y] = [point.x - about.x, point.y - about.y];
  return {
    x: about.x + x * Math.cos(angle) - y * Math.sin(angle),
    y: about.y + x * Math.sin(angle) + y * Math.cos(angle),
  };
}

interface Transform {
  box: Box;
  rotation: number;
  flipX: boolean;
  flipY: boolean;
}

function transformOf(xfrm: Element | undefined): Transform | undefined {
  const [offset, extent] = [find(xfrm, 'off'), find(xfrm, 'ext')];
  if (!xfrm || !offset || !extent) return;
  const [x, y] = pair(offset, 'x', 'y');
  const [width, height] = pair(extent, 'cx', 'cy');
  const { flipH, flipV } = xfrm.attributes;
  return {
    box: { x, y, width, height },
    rotation: (numberOf(xfrm, 'rot') ?? 0) / 60_000,
    flipX: isTrue(flipH),
    flipY: isTrue(flipV),
  };
}

/** Moves a box from a group's coordinates outwards, through all groups around it. A group is flipped before it is turned. */
function outwards(own: Transform, frames: readonly Frame[]): Transform {
  let { box: now, rotation: angle, flipX, flipY } = own;
  for (const frame of frames.toReversed()) {
    const { scaleX, scaleY, shiftX, shiftY, rotation: turn, middle } = frame;
    now = {
      x: now.x * scaleX + shiftX,
      y: now.y * scaleY + shiftY,
      width: now.width * scaleX,
      height: now.height * scaleY,
    };
    if (frame.flipX) now = { ...now, x: 2 * middle.x - now.x - now.width };
    if (frame.flipY) now = { ...now, y: 2 * middle.y - now.y - now.height };
    // In a mirror, a shape turns the other way.
    if (frame.flipX !== frame.flipY) angle = -angle;
    flipX = flipX !== frame.flipX;
    flipY = flipY !== frame.flipY;
    if (turn) {
      const center = turned({ x: now.x + now.width / 2, y: now.y + now.height / 2 }, middle, turn);
      now = { ...now, x: center.x - now.width / 2, y: center.y - now.height / 2 };
      angle += turn;
    }
  }
  return { box: now, rotation: angle, flipX, flipY };
}

/** The frame of a group that says no transform. */
const unmoved: Frame = {
  scaleX: 1,
  scaleY: 1,
  shiftX: 0,
  shiftY: 0,
  rotation: 0,
  flipX: false,
  flipY: false,
  middle: { x: 0, y: 0 },
};

function frameOf(group: Element): Frame {
  const xfrm = find(group, 'grpSpPr', 'xfrm');
  const transform = transformOf(xfrm);
  const [childX, childY] = pair(find(xfrm, 'chOff'), 'x', 'y');
  const [childWidth, childHeight] = pair(find(xfrm, 'chExt'), 'cx', 'cy');
  if (!transform) return unmoved;
  const { box, ...turns } = transform;
  const scaleX = childWidth > 0 ? box.width / childWidth : 1;
  const scaleY = childHeight > 0 ? box.height / childHeight : 1;
  return {
    scaleX,
    scaleY,
    shiftX: box.x - childX * scaleX,
    shiftY: box.y - childY * scaleY,
    ...turns,
    middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
  };
}

/** Returns the transform element of a shape, a picture or a frame. */
const xfrmOf = (shape: Element) => find(shape, 'spPr', 'xfrm') ?? find(shape, 'xfrm');

/** Returns the properties of a shape that are not visible: its name, whether it is hidden, and its placeholder. */
const propertiesOf = (shape: Element): Element | undefined =>
  elements(shape).find(({ local }) => local.startsWith('nv'));

const isHidden = (shape: Element): boolean =>
  isTrue(find(propertiesOf(shape), 'cNvPr')?.attributes.hidden);

/** Lists the shapes of a part, from back to front. Groups are dissolved, hidden shapes are left out. */
export function placedShapes(
  part: Element,
  size: { width: number; height: number },
): PlacedShape[] {
  const found: PlacedShape[] = [];
  const visit = (
    parent: Element,
    frames: readonly Frame[],
    groupFill: Element | undefined,
  ): void => {
    for (const element of elements(parent)) {
      if (isHidden(element)) continue;
      if (element.local === 'AlternateContent') {
        const choice = find(element, 'Fallback') ?? find(element, 'Choice');
        if (choice) visit(choice, frames, groupFill);
      } else if (element.local === 'grpSp') {
        const fill = elements(find(element, 'grpSpPr')).find(
          ({ local }) => local.endsWith('Fill') && local !== 'grpFill',
        );
        visit(element, [...frames, frameOf(element)], fill ?? groupFill);
      } else if (shapeNames.has(element.local)) {
        const own = transformOf(xfrmOf(element));
        const transform = own && outwards(own, frames);
        found.push({
          element,
          box: transform && inShares(transform.box, size),
          rotation: transform?.rotation ?? 0,
          flipX: transform?.flipX ?? false,
          flipY: transform?.flipY ?? false,
          placeholder: find(propertiesOf(element), 'nvPr', 'ph'),
          groupFill,
        });
      }
    }
  };
  const tree = find(part, 'cSld', 'spTree');
  if (tree) visit(tree, [], undefined);
  return found;
}

export const inShares = (box: Box, { width, height }: { width: number; height: number }): Box => ({
  x: box.x / width,
  y: box.y / height,
  width: box.width / width,
  height: box.height / height,
});

/** Returns the upright box around a turned box. */
export function around({ box, rotation }: { box: Box; rotation: number }, ratio: number): Box {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  if (sin < 1e-6) return box;
  const width = box.width * cos + (box.height / ratio) * sin;
  const height = box.height * cos + box.width * ratio * sin;
  return {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
  };
}
