import { describe, expect, it } from 'vitest';
import { newBudget, parseXml } from '../package/xml.ts';
import { resolveColor } from './color.ts';

const scheme = {
  places: new Map([
    ['dk1', '#000000'],
    ['lt1', '#ffffff'],
    ['accent1', '#4472c4'],
  ]),
  map: new Map([
    ['bg1', 'dk1'],
    ['tx1', 'lt1'],
  ]),
};
const resolve = (xml: string, placeholder?: string) =>
  resolveColor(
    parseXml(new TextEncoder().encode(xml), 'part.xml', newBudget()),
    scheme,
    placeholder,
  );

describe('resolveColor', () => {
  it.each([
    ['a value', '<a:srgbClr val="4472C4"/>', '#4472c4'],
    ['a name of the scheme through the colour map', '<a:schemeClr val="bg1"/>', '#000000'],
    ['a place of the scheme', '<a:schemeClr val="lt1"/>', '#ffffff'],
    [
      'a system colour as its author saw it',
      '<a:sysClr val="windowText" lastClr="112233"/>',
      '#112233',
    ],
    ['a system colour that nobody saw', '<a:sysClr val="windowText"/>', '#000000'],
    ['a named colour', '<a:prstClr val="dkSlateBlue"/>', '#483d8b'],
    ['hue, saturation and lightness', '<a:hslClr hue="0" sat="100000" lum="50000"/>', '#ff0000'],
    ['parts of light', '<a:scrgbClr r="100000" g="0" b="0"/>', '#ff0000'],
    ['less lightness', '<a:schemeClr val="lt1"><a:lumMod val="50000"/></a:schemeClr>', '#808080'],
    [
      'PowerPoint’s lighter tint',
      '<a:schemeClr val="dk1"><a:lumMod val="50000"/><a:lumOff val="50000"/></a:schemeClr>',
      '#808080',
    ],
  ])('%s', (_, xml, hex) => {
    expect(resolve(xml)).toEqual({ hex, opacity: 1 });
  });

  it('a theme’s fill takes the colour that its user names', () => {
    expect(resolve('<a:schemeClr val="phClr"/>', '#123456')?.hex).toBe('#123456');
  });

  it('resolveColor reads the opacity', () => {
    expect(resolve('<a:srgbClr val="000000"><a:alpha val="40000"/></a:srgbClr>')).toEqual({
      hex: '#000000',
      opacity: 0.4,
    });
  });

  it('an unknown name gives no colour', () => {
    expect(resolve('<a:schemeClr val="constructor"/>')).toBeUndefined();
    expect(resolve('<a:prstClr val="nonsense"/>')).toBeUndefined();
  });
});
