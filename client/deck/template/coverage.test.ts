import { describe, expect, it } from 'vitest';
import { openParts } from '../testing/open-parts.ts';
import { rectangle, solid, type TemplateParts } from '../testing/template-file.ts';
import type { Design } from './design.ts';
import { overlap } from './free-area.ts';

async function designFor(parts: TemplateParts): Promise<Design> {
  return (await openParts(parts)).design;
}

/** Returns a drawn shape over the whole slide. @param points in percent of the slide. */
function drawn(points: readonly (readonly [number, number])[], fill: string): string {
  const [first, ...others] = points.map(([x, y]) => `<a:pt x="${x}" y="${y}"/>`);
  const lines = others.map((point) => `<a:lnTo>${point}</a:lnTo>`).join('');
  const geometry = `<a:custGeom><a:pathLst><a:path w="100" h="100"><a:moveTo>${first}</a:moveTo>${lines}<a:close/></a:path></a:pathLst></a:custGeom>`;
  return rectangle([0, 0, 1, 1], fill).replace(/<a:prstGeom.*<\/a:prstGeom>/, geometry);
}
const preset = (name: string, shape: string) => shape.replace('prst="rect"', `prst="${name}"`);
/** A thin frame along the left and the lower edge, whose box is the whole slide. */
const corner = [
  [0, 0],
  [4, 0],
  [4, 90],
  [100, 90],
  [100, 100],
  [0, 100],
] as const;

describe('a drawn shape that covers little of its box', () => {
  const dark = '<p:bg><p:bgPr><a:solidFill><a:srgbClr val="101820"/></a:solidFill></p:bgPr></p:bg>';

  it('the text is readable on what lies beside the shape', async () => {
    const { palette } = await designFor({
      background: dark,
      masterShapes: drawn(corner, solid('FFFFFF')),
    });
    expect(palette.needsPanel).toBe(false);
    expect(palette.tones.ink.hex).toBe('#ffffff');
  });

  it('the content stays clear of the shape, and uses the room beside it', async () => {
    const { content } = await designFor({ masterShapes: drawn(corner, solid('accent1')) });
    expect(content.y + content.height).toBeLessThan(0.9);
    expect(content.x).toBeLessThan(0.1);
    expect(content.width * content.height).toBeGreaterThan(0.5);
  });

  it.each([
    ['a triangle', 'rtTriangle', [-0.1, 0.4, 0.7, 0.6]],
    ['an ellipse', 'ellipse', [-0.3, 0.55, 0.7, 0.9]],
  ] as const)('the content uses the room beside %s in a corner', async (_, name, box) => {
    const shape = preset(name, rectangle(box, solid('accent1')));
    const { content } = await designFor({ masterShapes: shape });
    expect(content.width * content.height).toBeGreaterThan(0.3);
    expect(overlap(content, { x: 0.06, y: 0.8, width: 0.05, height: 0.07 })).toBe(0);
  });

  it.each([
    ['a ring', 'ellipse', [0.84, -0.1, 0.5, 1.2]],
    ['a slanted line', 'line', [0.84, 0.1, 0.12, 0.8]],
  ] as const)(
    'the content stays clear of %s in a strong colour, and stands on one in a faint colour',
    async (_, name, box) => {
      const widthBeside = async (color: string) => {
        const fill = `<a:noFill/><a:ln w="57150">${solid(color)}</a:ln>`;
        return (await designFor({ masterShapes: preset(name, rectangle(box, fill)) })).content
          .width;
      };
      expect(await widthBeside('C00000')).toBeLessThan(0.86);
      expect(await widthBeside('E8C8C8')).toBeCloseTo(0.9);
    },
  );
});

it.each([
  ['a frame', 'frame', [0.02, 0.03, 0.96, 0.94], 'adj1'],
  ['a ring', 'donut', [-0.2, -0.2, 1.4, 1.4], 'adj'],
] as const)('the text is readable on what lies inside %s', async (_, name, box, handle) => {
  const shape = rectangle(box, solid('000000')).replace(
    '<a:avLst/>',
    `<a:avLst><a:gd name="${handle}" fmla="val 4126"/></a:avLst>`,
  );
  const { palette } = await designFor({ masterShapes: preset(name, shape) });
  expect(palette.tones.ink.hex).toBe('#000000');
  expect(palette.needsPanel).toBe(false);
});

describe('a callout', () => {
  const callout = (name: string, [across, down]: readonly [number, number]) =>
    preset(
      `${name}Callout`,
      rectangle([0.02, 0.02, 0.2, 0.2], solid('accent1')).replace(
        '<a:avLst/>',
        `<a:avLst><a:gd name="adj1" fmla="val ${across}"/><a:gd name="adj2" fmla="val ${down}"/></a:avLst>`,
      ),
    );

  it.each(['wedgeRect', 'wedgeRoundRect', 'wedgeEllipse'])(
    'the content stays clear of the tip of a callout outside its box (%s)',
    async (name) => {
      const below = await designFor({ masterShapes: callout(name, [30_000, 90_000]) });
      expect(below.content.y).toBeGreaterThan(0.3);
      const far = await designFor({ masterShapes: callout(name, [30_000, 60_000]) });
      expect(far.content.y).toBeLessThan(0.27);
    },
  );
});

it('the content stays inside a panel with a gradient, over the shapes that the panel covers', async () => {
  const stops =
    '<a:gs pos="0"><a:srgbClr val="102030"/></a:gs><a:gs pos="100000"><a:srgbClr val="304050"/></a:gs>';
  const panel = rectangle(
    [0.1, 0.2, 0.8, 0.7],
    `<a:gradFill><a:gsLst>${stops}</a:gsLst></a:gradFill>`,
  );
  const behind = rectangle([0, 0.6, 1, 0.4], solid('accent1'));
  const { content } = await designFor({ masterShapes: behind + panel });
  expect(content.x).toBeGreaterThan(0.1);
  expect(content.x + content.width).toBeLessThan(0.9);
  expect(content.height).toBeGreaterThan(0.5);
});
