import { describe, expect, it } from 'vitest';
import type { TitlePlace } from './description.ts';
import { fitTitle, fitTitles } from './fit-title.ts';

const slide = { width: 960, height: 540 };
const place = (width: number, height: number, size: number): TitlePlace => {
  const box = { x: 0, y: 0, width: width / slide.width, height: height / slide.height };
  return {
    box,
    inside: box,
    anchor: 'top',
    align: 'left',
    typeface: 'Arial',
    size,
    color: { hex: '#000000', opacity: 1 },
    isBold: false,
    isItalic: false,
    isUppercase: false,
    letterSpacing: 0,
    lineSpacing: 1,
  };
};
const long = 'Moving from nine hubs to five restores 4.2 points of operating margin by FY28';
const short = 'Five hubs restore margin';

describe('fitTitle', () => {
  it('a title that fits keeps the template’s size', () => {
    expect(fitTitle(place(800, 80, 28), [long, short], slide)).toMatchObject({
      text: long,
      size: 28,
    });
  });

  it('a title that does not fit becomes smaller before a shorter wording takes its place', () => {
    const fitted = fitTitle(place(500, 80, 32), [long, short], slide);
    expect(fitted.text).toBe(long);
    expect(fitted.size).toBeLessThan(32);
    expect(fitted.size).toBeGreaterThanOrEqual(32 * 0.7);
  });

  it('the shorter wording is used where the longer needs less than 70 percent of the size', () => {
    expect(fitTitle(place(300, 60, 28), [long, short], slide).text).toBe(short);
  });

  it('a title on one line keeps the template’s size in a box that is as high as its letters', () => {
    expect(fitTitle(place(800, 28, 28), [short], slide)).toMatchObject({ text: short, size: 28 });
    expect(fitTitle(place(1200, 20, 20), [long, short], slide).text).toBe(long);
  });

  it('no title is smaller than 18 points, unless the template’s own is', () => {
    expect(fitTitle(place(100, 20, 40), [long], slide).size).toBe(18);
    expect(fitTitle(place(100, 20, 14), [long], slide).size).toBe(14);
  });

  it('a title has at most two lines', () => {
    expect(fitTitle(place(300, 400, 36), [long, short], slide).lines.length).toBeLessThanOrEqual(2);
  });

  it('a title with space between its letters becomes smaller than a title without', () => {
    const spaced = { ...place(500, 80, 32), letterSpacing: 4 };
    const [wide, plain] = [spaced, place(500, 80, 32)].map(
      (title) => fitTitle(title, [long], slide).size,
    ) as [number, number];
    expect(wide).toBeLessThan(plain);
  });

  it('all titles of a deck have one size', () => {
    const titles = fitTitles(place(500, 80, 32), [[short], [long, short]], slide);
    expect(new Set(titles.map(({ size }) => size)).size).toBe(1);
    expect(titles[0]?.size).toBe(fitTitle(place(500, 80, 32), [long, short], slide).size);
  });
});
