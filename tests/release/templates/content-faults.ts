import type { Element } from '@xmldom/xmldom';
import type { Deck } from '../../../client/deck/index.ts';
import { elementsOf, type OfficePackage, related } from './office-package.ts';
import { slidesOf } from './presentation-faults.ts';

/** Faults of our slides, and parts of the visitor's file that must not be in the download. */

/** The smallest text on an exhibit, in hundredths of a point, on a slide of at least this height in EMU. */
const [leastSize, leastHeight] = [1000, 3_810_000];
/** Shapes may leave the slide by a line's width, in EMU. */
const slack = 12_700;

const textOf = (element: Element): string =>
  elementsOf(element, 't')
    .map((text) => text.textContent ?? '')
    .join('');

/** Returns the title placeholder's text, or undefined if the slide has no title placeholder. */
const titleOf = (shapes: readonly Element[]): string | undefined =>
  shapes
    .filter((shape) =>
      elementsOf(shape, 'ph').some((ph) => /^(t|ctrT)itle$/.test(ph.getAttribute('type') ?? '')),
    )
    .map(textOf)[0];

function sizeOf(file: OfficePackage): { width: number; height: number } {
  const [main = ''] = related(file, '', 'officeDocument');
  const [size] = elementsOf(file.xml(main), 'sldSz');
  return { width: Number(size?.getAttribute('cx')), height: Number(size?.getAttribute('cy')) };
}

/** Returns whether a shape that stands directly on the slide leaves it. */
function leaves(shape: Element, { width, height }: { width: number; height: number }): boolean {
  const transform = elementsOf(shape, 'xfrm')[0];
  const [offset] = transform ? elementsOf(transform, 'off') : [];
  const [extent] = transform ? elementsOf(transform, 'ext') : [];
  if (!offset || !extent) return false;
  const [x, y] = [Number(offset.getAttribute('x')), Number(offset.getAttribute('y'))];
  const right = x + Number(extent.getAttribute('cx'));
  const bottom = y + Number(extent.getAttribute('cy'));
  return x < -slack || y < -slack || right > width + slack || bottom > height + slack;
}

function slideFaults(file: OfficePackage, path: string, deck: Deck, index: number): string[] {
  const slide = file.xml(path);
  const shapes = ['sp', 'graphicFrame', 'cxnSp', 'pic'].flatMap((name) => elementsOf(slide, name));
  const title = titleOf(elementsOf(slide, 'sp'));
  const wordings: readonly string[] = deck.slides[index]?.titles ?? [];
  const charts = related(file, path, 'chart').map((chart) => file.xml(chart));
  const least = leastSize * Math.min(1, sizeOf(file).height / leastHeight);
  const small = [slide, ...charts]
    .flatMap((part) => [...elementsOf(part, 'rPr'), ...elementsOf(part, 'defRPr')])
    .map((run) => Number(run.getAttribute('sz') || leastSize))
    .filter((size) => size < least - 10);
  const disclaimers = shapes.filter((shape) => textOf(shape).includes(deck.disclaimer));
  const frames = elementsOf(slide, 'graphicFrame').flatMap((one) => elementsOf(one, 'cNvPr'));
  return [
    ...(title === undefined ? ['no title'] : []),
    ...(title !== undefined && !wordings.includes(title) ? [`the title is “${title}”`] : []),
    ...(disclaimers.length === 1 ? [] : [`${disclaimers.length} disclaimers`]),
    ...(small.length > 0 ? [`text of ${Math.min(...small) / 100} pt`] : []),
    ...frames.filter((one) => !one.getAttribute('descr')).map(() => 'a frame without a text'),
    ...shapes
      .filter((shape) => leaves(shape, sizeOf(file)))
      .map((shape) => `${elementsOf(shape, 'cNvPr')[0]?.getAttribute('name')} leaves the slide`),
  ].map((fault) => `slide ${index + 1}: ${fault}`);
}

/** Parts and links that never leave the visitor's file. */
function droppedFaults(file: OfficePackage): string[] {
  const forbidden = /vba|macro|activex|customxml|comment|tags|custom\.xml|printersettings/i;
  const links = file.paths
    .filter((path) => !path.includes('_rels/'))
    .flatMap((path) => file.relationshipsOf(path).filter(({ isExternal }) => isExternal));
  return [
    ...file.paths.filter((path) => forbidden.test(path)).map((path) => `kept: ${path}`),
    ...links.map(({ target }) => `kept: a link to ${target}`),
  ];
}

/** Returns the faults of the eight slides, and the parts that the file keeps although the engine must drop them. */
export function contentFaults(file: OfficePackage, deck: Deck): string[] {
  const slides = slidesOf(file);
  return [
    ...(slides.length === deck.slides.length ? [] : [`${slides.length} slides`]),
    ...slides.flatMap((path, index) => slideFaults(file, path, deck, index)),
    ...droppedFaults(file),
  ];
}
