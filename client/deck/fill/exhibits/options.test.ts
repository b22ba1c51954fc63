import { describe, expect, it } from 'vitest';
import type { OptionsExhibit } from '../../content.ts';
import { sheetOf } from '../../sheet.ts';
import { openParts } from '../../testing/open-parts.ts';
import { Canvas } from '../canvas.ts';
import { drawOptions } from './options.ts';

const exhibit = (figureLabel: string): OptionsExhibit => ({
  kind: 'options',
  cards: ['6.1%', '8.0%', '10.3%'].map((figure, at) => ({
    key: 'ABC'.charAt(at),
    name: 'Hubs',
    detail: 'Some hubs close',
    figure,
    rows: [['One-off cost', '€4.6m']],
  })),
  figureLabel,
  recommended: 'Recommended',
});

const { pen } = sheetOf((await openParts({})).design, 'Illustrative.');

/** Draws cards in a box, whose lengths are in sizes of the text, and returns the XML. */
function drawn(width: number, height: number, figureLabel = 'margin'): string {
  const { size } = pen;
  const canvas = new Canvas();
  const box = { x: 0, y: 0, width: width * size, height: height * size };
  drawOptions(canvas, box, exhibit(figureLabel), '', pen);
  return canvas.xml;
}

/** Returns the upper and the lower side of a shape, in sizes of the text. */
function sidesOf(xml: string, name: string): [top: number, bottom: number] {
  const [, y, height] =
    new RegExp(`name="${name}".*?<a:off x="\\d+" y="(\\d+)"/><a:ext cx="\\d+" cy="(\\d+)"`).exec(
      xml,
    ) ?? [];
  return [Number(y) / pen.size / 12_700, (Number(y) + Number(height)) / pen.size / 12_700];
}

describe('drawOptions', () => {
  it('the label of the recommended card stands in a high card, and on top of a low one', () => {
    for (const [height, isInside] of [
      [17, true],
      [10, false],
    ] as const) {
      const xml = drawn(54, height);
      const [top, bottom] = sidesOf(xml, 'Recommended');
      const [cardTop, cardBottom] = sidesOf(xml, 'Option C');
      expect(top >= cardTop).toBe(isInside);
      expect(bottom <= cardTop + 0.01).toBe(!isInside);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(cardBottom).toBeLessThanOrEqual(height + 0.01);
    }
  });

  it('the figures of all cards have one size, which is smaller where the label has no room beside them, and no card has a label without room', () => {
    const figures = (label: string) => {
      const texts = [...drawn(54, 17, label).matchAll(/name="Option .: figure".*?<\/p:sp>/gs)];
      const sizes = texts.map(([xml]) => Number(/ sz="(\d+)"/.exec(xml)?.[1]));
      return { sizes, labels: texts.filter(([xml]) => xml.includes(`<a:t>${label}<`)).length };
    };
    const [short, long, longer] = [
      figures('margin'),
      figures('margin in the year FY28'),
      figures('margin in the year FY28 after all costs'),
    ];
    expect([short.labels, long.labels, longer.labels]).toEqual([3, 3, 0]);
    expect(new Set(long.sizes).size).toBe(1);
    expect(long.sizes[0]).toBeLessThan(short.sizes[0] ?? 0);
  });

  it('the rows of all cards are in line, also where one detail has more lines than the others', () => {
    const given = exhibit('margin');
    const cards = given.cards.map((card, at) =>
      at === 2 ? { ...card, detail: 'Centre 1 and South 1 close too' } : card,
    );
    const canvas = new Canvas();
    const { size } = pen;
    const box = { x: 0, y: 0, width: 40 * size, height: 13 * size };
    drawOptions(canvas, box, { ...given, cards }, '', pen);
    const rows = [...canvas.xml.matchAll(/<a:tr h="(\d+)"/g)].map(([, height]) => height);
    expect(new Set(rows).size).toBe(1);
    expect(rows).toHaveLength(3);
  });
});
