import { describe, expect, it } from 'vitest';
import { describe as describeTemplate } from './describe.ts';
import { sideText } from './fill/arrange.ts';
import { sheetOf } from './sheet.ts';
import { openParts } from './testing/open-parts.ts';
import {
  greyPixel,
  picture,
  placeholder,
  rectangle,
  solid,
  type TemplateParts,
} from './testing/template-file.ts';

async function described(parts: TemplateParts) {
  const template = await openParts(parts);
  return describeTemplate(template, 'Illustrative.');
}

describe('describe', () => {
  it('the title has the placeholder’s box, less its margins, and the style that it inherits', async () => {
    const { title } = await described({
      titleBody:
        '<a:bodyPr anchor="b" lIns="0" rIns="0" tIns="0" bIns="0"/><a:lstStyle><a:lvl1pPr algn="ctr"><a:defRPr b="1"/></a:lvl1pPr></a:lstStyle><a:p/>',
    });
    expect(title).toMatchObject({
      anchor: 'bottom',
      align: 'center',
      isBold: true,
      size: 28,
      typeface: 'Georgia',
      color: { hex: '#44546a' },
    });
    expect(title.inside).toEqual(title.box);
    expect(title.box.x).toBeCloseTo(0.05);
    expect(title.box.height).toBeCloseTo(0.14);
  });

  it.each(['NaN', 'Infinity', '1e999', 'large'])(
    'a margin, a size and a space between letters of "%s" count as absent, because the page cannot draw them',
    async (none) => {
      const { title } = await described({
        titleBody: `<a:bodyPr lIns="${none}" tIns="${none}" rIns="0" bIns="0"/><a:lstStyle><a:lvl1pPr><a:defRPr sz="${none}" spc="${none}"/></a:lvl1pPr></a:lstStyle><a:p/>`,
      });
      expect(title).toMatchObject({ size: 28, letterSpacing: 0 });
      expect(title.inside.x - title.box.x).toBeCloseTo(91_440 / 12_192_000);
      expect(title.inside.y - title.box.y).toBeCloseTo(45_720 / 6_858_000);
    },
  );

  it('describe lists shapes, lines and pictures of master and layout in the order of drawing', async () => {
    const { furniture, pictures, hasPicture } = await described({
      masterShapes: rectangle([0, 0, 1, 0.02], solid('accent2')),
      layoutShapes: picture([0.8, 0.02, 0.1, 0.1], 'rId9'),
      layoutLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/logo.png' }],
      more: [{ path: 'ppt/media/logo.png', type: 'image/png', content: greyPixel }],
    });
    expect(furniture.map(({ fill }) => fill.kind)).toEqual(['solid', 'picture']);
    expect(furniture[0]).toMatchObject({ fill: { color: { hex: '#ed7d31', opacity: 1 } } });
    expect(pictures).toEqual([{ type: 'image/png', bytes: greyPixel }]);
    expect(hasPicture).toBe(true);
  });

  it('describe leaves out a picture that no browser draws', async () => {
    const { furniture, pictures } = await described({
      layoutShapes: picture([0.8, 0.02, 0.1, 0.1], 'rId9'),
      layoutLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/logo.emf' }],
      more: [{ path: 'ppt/media/logo.emf', type: 'image/x-emf', content: greyPixel }],
    });
    expect([furniture, pictures]).toEqual([[], []]);
  });

  it('a logo in the lower right corner takes height from the so-what, and no width from the exhibit', async () => {
    const withLogo = (y: number) =>
      described({ layoutShapes: rectangle([0.8, y, 0.15, 0.87 - y], solid('accent2')) });
    const { content, exhibit, side } = await withLogo(0.72);
    expect(content.width).toBeLessThan(0.75);
    expect(exhibit.width).toBeGreaterThan(0.59);
    expect(exhibit.height).toBeCloseTo(content.height);
    expect((side?.x ?? 0) + (side?.width ?? 0)).toBeGreaterThan(0.94);
    expect((side?.y ?? 1) + (side?.height ?? 1)).toBeLessThan(0.72);
    // Where the so-what would lose a point, the content keeps clear of the logo.
    const high = await withLogo(0.62);
    expect((high.side?.x ?? 1) + (high.side?.width ?? 1)).toBeLessThan(0.8);
  });

  it('below an exhibit, the so-what has room for its heading and three points', async () => {
    const tall = { width: 6_858_000, height: 9_144_000 };
    const template = await openParts({ size: tall });
    const { side, isSideBeside, width, height } = describeTemplate(template, 'Illustrative.');
    const { pen } = sheetOf(template.design, 'Illustrative.');
    const soWhat = {
      label: 'So what',
      text: 'Closing four hubs pays for longer linehaul almost three times over.',
      points: [
        'Fixed hub cost is the largest lever',
        'Longer linehaul gives back 0.9',
        'Cover holds',
      ],
    };
    const column = { width: (side?.width ?? 0) * width, height: (side?.height ?? 0) * height };
    const text = sideText(soWhat, pen.size * 1.36, column, pen);
    expect(isSideBeside).toBe(false);
    expect(text?.points.length).toBe(3);
  });

  it('describe lists the fill of the title’s placeholder', async () => {
    const { furniture, title } = await described({
      titleFill: solid('A40006'),
    });
    expect(furniture).toMatchObject([
      { box: title.box, fill: { kind: 'solid', color: { hex: '#a40006' } } },
    ]);
  });

  it('the title is readable on the page where the page leaves out the picture under it', async () => {
    const { title } = await described({
      masterShapes: picture([0, 0, 1, 0.25], 'rId9'),
      masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/band.emf' }],
      more: [{ path: 'ppt/media/band.emf', type: 'image/x-emf', content: greyPixel }],
      titleStyle: `<a:defRPr sz="2800">${solid('bg1')}</a:defRPr>`,
    });
    expect(title.color.hex).toBe('#000000');
  });

  it('describe leaves out the text of a box with the number of the slide, because furniture is drawn once', async () => {
    const box = (inside: string) =>
      rectangle([0.9, 0.9, 0.08, 0.05], '<a:noFill/>').replace(
        '</p:spPr>',
        `</p:spPr><p:txBody><a:bodyPr/><a:p>${inside}</a:p></p:txBody>`,
      );
    const number = box('<a:fld id="{1}" type="slidenum"><a:t>‹#›</a:t></a:fld>');
    expect((await described({ masterShapes: number })).furniture).toEqual([]);
    const words = box('<a:r><a:t>Confidential</a:t></a:r>');
    expect((await described({ masterShapes: words })).furniture).toHaveLength(1);
  });

  it('a group moves and scales the shapes inside it', async () => {
    const group = (inside: string) =>
      `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="4" name="G"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="6096000" y="0"/><a:ext cx="6096000" cy="3429000"/><a:chOff x="0" y="0"/><a:chExt cx="12192000" cy="6858000"/></a:xfrm></p:grpSpPr>${inside}</p:grpSp>`;
    const { furniture } = await described({
      masterShapes: group(rectangle([0.5, 0.5, 0.5, 0.5], solid('accent1'))),
    });
    expect(furniture[0]?.box).toEqual({ x: 0.75, y: 0.25, width: 0.25, height: 0.25 });
  });

  it('a flipped group mirrors the shapes inside it, also shapes that are turned', async () => {
    const flipped = (flips: string) =>
      `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="4" name="G"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm ${flips}><a:off x="0" y="0"/><a:ext cx="12192000" cy="6858000"/><a:chOff x="0" y="0"/><a:chExt cx="12192000" cy="6858000"/></a:xfrm></p:grpSpPr>${rectangle([0.1, 0.2, 0.2, 0.1], solid('accent1')).replace('<a:xfrm>', '<a:xfrm rot="1200000" flipV="1">')}</p:grpSp>`;
    const pieceIn = async (flips: string) => {
      const [piece] = (await described({ masterShapes: flipped(flips) })).furniture;
      return {
        y: piece?.box.y,
        x: piece?.box.x,
        flipX: piece?.flipX,
        flipY: piece?.flipY,
        rotation: piece?.rotation,
      };
    };
    const [left, right, top, bottom] = [0.1, 0.7, 0.2, 0.7].map((at) => expect.closeTo(at));
    expect(await pieceIn('')).toEqual({ x: left, y: top, flipX: false, flipY: true, rotation: 20 });
    expect(await pieceIn('flipH="1"')).toEqual({
      x: right,
      y: top,
      flipX: true,
      flipY: true,
      rotation: -20,
    });
    expect(await pieceIn('flipV="1"')).toEqual({
      x: left,
      y: bottom,
      flipX: false,
      flipY: false,
      rotation: -20,
    });
    expect(await pieceIn('flipH="1" flipV="1"')).toEqual({
      x: right,
      y: bottom,
      flipX: true,
      flipY: false,
      rotation: 20,
    });
  });

  it('the exhibit and the so-what stand beside each other on a wide slide, and below each other on a tall one', async () => {
    const wide = await described({});
    expect(wide.isSideBeside).toBe(true);
    expect(wide.side?.x).toBeGreaterThan(wide.exhibit.x + wide.exhibit.width);
    const tall = await described({ size: { width: 6_858_000, height: 12_192_000 } });
    expect(tall.isSideBeside).toBe(false);
    expect(tall.side?.y).toBeGreaterThan(tall.exhibit.y + tall.exhibit.height);
  });

  it('describe gives each layout its name and the boxes of its placeholders', async () => {
    const { layouts, layoutCount, masterCount } = await described({
      layoutShapes: placeholder('type="pic" idx="3"', [0.5, 0.3, 0.4, 0.5]),
    });
    expect(layouts).toHaveLength(1);
    expect(layouts[0]?.name).toBe('Only a title');
    expect(layouts[0]?.boxes.map(({ kind }) => kind)).toEqual(['picture', 'title']);
    expect([layoutCount, masterCount]).toEqual([1, 1]);
  });

  it('a page can post a description to another thread', async () => {
    const description = await described({});
    expect(structuredClone(description)).toEqual(description);
  });

  it('the name of a typeface has no character that a CSS string cannot have', async () => {
    const { text } = await described({
      bodyStyle: '<a:defRPr><a:latin typeface="A&quot;;} b\\{"/></a:defRPr>',
    });
    expect(text.typeface).toBe('A b');
  });
});
