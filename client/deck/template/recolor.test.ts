import { describe, expect, it } from 'vitest';
import { newBudget, parseXml } from '../package/xml.ts';
import { recolorOf, recolorPixels } from './recolor.ts';

const black = [0, 0, 0, 255];
const white = [255, 255, 255, 255];
const transparent = [0, 0, 0, 0];
const scheme = { places: new Map(), map: new Map() };

/** Returns pixels in the colours that the effects of a picture give them. */
function recolored(effects: string, ...pixels: number[][]): number[][] {
  const text = `<a:blip xmlns:a="urn:a">${effects}</a:blip>`;
  const recolor = recolorOf(parseXml(new TextEncoder().encode(text), '', newBudget()), scheme);
  if (!recolor) throw new Error('The picture has no effect.');
  const data = new Uint8ClampedArray(pixels.flat());
  recolorPixels(data, recolor);
  return pixels.map((_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
}

describe('the effects of a picture', () => {
  it('a washout makes black a light grey, and leaves white', () => {
    const washout = '<a:lum bright="70000" contrast="-70000"/>';
    expect(recolored(washout, black, white)).toEqual([[217, 217, 217, 255], white]);
  });

  it('more brightness makes black grey, and less brightness makes white grey', () => {
    expect(recolored('<a:lum bright="20000"/>', black, white)).toEqual([[51, 51, 51, 255], white]);
    expect(recolored('<a:lum bright="-20000"/>', black, white)).toEqual([
      black,
      [204, 204, 204, 255],
    ]);
  });

  it('a duotone replaces black and white by its two colours, and leaves a transparent pixel transparent', () => {
    const duotone = '<a:duotone><a:srgbClr val="102030"/><a:srgbClr val="F0E0D0"/></a:duotone>';
    const [dark, light, none] = recolored(duotone, black, white, transparent);
    expect([dark, light]).toEqual([
      [16, 32, 48, 255],
      [240, 224, 208, 255],
    ]);
    expect(none?.[3]).toBe(0);
  });
});
