import { isTrue } from './is-true.ts';
import { descendants, type Element, find, isElement } from './xml.ts';

/** The elements that are removed whole, from the inside outwards, when a part that they use is removed. */
const carriers: Readonly<Record<string, readonly string[]>> = {
  blip: ['pic', 'blipFill', 'buBlip'],
  svgBlip: ['ext'],
  imgLayer: ['ext'],
  media: ['ext'],
  tags: ['custDataLst'],
  custData: ['custDataLst'],
  snd: ['transition'],
  control: ['controls'],
  chart: ['graphicFrame'],
  relIds: ['graphicFrame'],
  oleObj: ['graphicFrame'],
};

/** Makes a fill of a picture that is not kept an empty fill, because the place of a fill in a list has a meaning. */
function emptyFill(element: Element): void {
  element.name = `${element.name.slice(0, -element.local.length)}noFill`;
  element.local = 'noFill';
  element.children = [];
  element.attributes = {};
}

/** Returns the element to remove because of a use of a relationship that is not kept. */
function gone(element: Element, parents: readonly Element[]): Element | undefined {
  const { local, attributes } = element;
  if (local === 'blip' && attributes['r:embed'] !== undefined) return;
  const around = parents.toReversed();
  const names = carriers[local] ?? [];
  const carrier = around.find((parent) => names.includes(parent.local)) ?? element;
  if (carrier.local === 'blipFill' && !around.some((parent) => parent.local === 'pic')) {
    emptyFill(carrier);
    return;
  }
  const picture =
    carrier.local === 'blipFill' ? around.find(({ local }) => local === 'pic') : undefined;
  const whole = picture ?? carrier;
  // The alternatives of an object are shown in its place, so that they go with it.
  const isObject =
    whole.local === 'graphicFrame' || whole.local === 'contentPart' || whole.local === 'controls';
  const outside = around.slice(around.indexOf(whole) + 1);
  return (isObject && outside.find((parent) => parent.local === 'AlternateContent')) || whole;
}

/** Returns the picture in the place of an embedded object, as a logo of a drawing program; undefined for a hidden object. */
function pictureOf(object: Element): Element | undefined {
  if (object.local !== 'graphicFrame') return;
  const label = find(object, 'nvGraphicFramePr', 'cNvPr');
  const picture = [...descendants(object)].find(({ local }) => local === 'pic');
  const own = find(picture, 'nvPicPr', 'cNvPr');
  if (
    !own ||
    isTrue(label?.attributes.hidden) ||
    !find(picture, 'blipFill', 'blip')?.attributes['r:embed']
  )
    return;
  // Many objects give their picture the number 0.
  own.attributes.id = label?.attributes.id ?? '';
  return picture;
}

/** What is removed with or without a relationship: the timing, which moves shapes that may be gone, and all links. */
const neverKept: ReadonlySet<string> = new Set([
  'timing',
  'hlinkClick',
  'hlinkHover',
  'hlinkMouseOver',
]);

/** Removes every use of a relationship that is not kept, the timing and the links. The picture of an object stays. */
export function prune(root: Element, kept: ReadonlySet<string>): void {
  const losses = new Set<Element>();
  const parents: Element[] = [];
  const visit = (element: Element): void => {
    const { attributes } = element;
    let isHurt = false;
    for (const name in attributes) {
      if (!name.startsWith('r:') || kept.has(attributes[name] ?? '')) continue;
      delete attributes[name];
      isHurt = true;
    }
    const loss = isHurt ? gone(element, parents) : undefined;
    if (loss) losses.add(loss);
    if (neverKept.has(element.local)) losses.add(element);
    parents.push(element);
    for (const child of element.children) if (isElement(child)) visit(child);
    parents.pop();
  };
  visit(root);
  if (losses.size === 0) return;
  for (const element of descendants(root)) {
    element.children = element.children.flatMap((child) =>
      isElement(child) && losses.has(child) ? (pictureOf(child) ?? []) : child,
    );
  }
}
