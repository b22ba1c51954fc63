import { describe, expect, it, vi } from 'vitest';
import { openParts } from '../testing/open-parts.ts';
import {
  greyPixel,
  picture,
  placeholder,
  rectangle,
  solid,
  type TemplateParts,
} from '../testing/template-file.ts';
import type { Design } from './design.ts';
import { distance } from './rgb.ts';

vi.mock(import('./rgb.ts'), { spy: true });

async function designFor(parts: TemplateParts): Promise<Design> {
  return (await openParts(parts)).design;
}

/** A layout whose type the file does not say, as most layouts of firms. */
const layoutType = 'cust';
const content = placeholder('idx="1"', [0.05, 0.3, 0.9, 0.5]);
const contentLayout = placeholder('type="title"') + content;

describe('chooseLayout', () => {
  it.each([
    [
      'a layout whose title lies outside the slide',
      placeholder('type="title"', [0, -0.2, 1, 0.15]),
    ],
    [
      'a layout whose title reaches over the edge',
      placeholder('type="title"', [0.3, 0.05, 0.9, 0.14]),
    ],
    ['a divider, whose title is in the middle', placeholder('type="title"', [0.05, 0.4, 0.9, 0.3])],
    ['a caption, whose title is narrow', placeholder('type="title"', [0.05, 0.05, 0.3, 0.14])],
    ['a cover with a centred title', placeholder('type="ctrTitle"', [0.05, 0.05, 0.9, 0.14])],
    [
      'a cover with a subtitle',
      placeholder('type="title"') + placeholder('type="subTitle" idx="3"', [0.05, 0.2, 0.9, 0.06]),
    ],
    [
      'a cover with a picture of a whole slide',
      placeholder('type="pic" idx="2"', [0, 0, 1, 1]) + placeholder('type="title"'),
    ],
    [
      'a form with lines of text in the middle',
      placeholder('type="title"') + placeholder('type="body" idx="3"', [0.3, 0.5, 0.3, 0.05]),
    ],
  ])('a layout for content wins over %s', async (_, other) => {
    const { layout } = await designFor({
      layoutType,
      layoutShapes: content,
      moreLayouts: [other, other],
    });
    expect(layout.name).toBe('Only a title');
  });

  it('the number of comparisons of grounds grows in proportion to the number of layouts, because a file may have thousands', async () => {
    const comparisons = async (layouts: number) => {
      vi.mocked(distance).mockClear();
      await openParts({ moreLayouts: Array<string>(layouts).fill('') });
      return vi.mocked(distance).mock.calls.length;
    };
    const few = await comparisons(20);
    expect(await comparisons(80)).toBeLessThan(5 * (few + 20));
  });

  it('a layout with a subtitle and a footnote wins over a layout for content', async () => {
    const lines =
      placeholder('type="title"') +
      placeholder('type="body" idx="3"', [0.05, 0.2, 0.9, 0.05]) +
      placeholder('type="body" idx="4"', [0.05, 0.82, 0.9, 0.04]);
    const { layout } = await designFor({
      layoutType,
      layoutShapes: content,
      moreLayouts: [lines, contentLayout],
    });
    expect(layout.name).toBe('Layout 2');
  });

  it('a layout with a subtitle as large as a body wins over a statement, whose title is high', async () => {
    const { layout } = await designFor({
      layoutType,
      layoutShapes: placeholder('type="subTitle" idx="1"', [0.45, 0.35, 0.45, 0.4]),
      moreLayouts: [placeholder('type="title"', [0.1, 0.1, 0.8, 0.34])],
    });
    expect(layout.name).toBe('Only a title');
  });

  it('in a file without slides, a layout with a line of text at the top and nothing else has its title there', async () => {
    const line = placeholder('type="body" idx="10"', [0.05, 0.04, 0.9, 0.1]);
    const { layout, title } = await designFor({
      layoutType: 'title',
      title: [0.05, 0.4, 0.9, 0.3],
      moreLayouts: ['', line],
    });
    expect(layout.name).toBe('Layout 3');
    expect(title.placeholder.isHeading).toBe(true);
  });

  it('a layout for content wins over one for titles whose drawing leaves little more than half of the slide', async () => {
    const body = placeholder('idx="1"', [0.05, 0.25, 0.9, 0.65]);
    const { layout } = await designFor({
      layoutShapes: rectangle([0.6, 0, 0.4, 1], solid('accent1')),
      moreLayouts: [placeholder('type="title"') + body],
    });
    expect(layout.name).toBe('Layout 2');
  });

  it('of two layouts with the same room, the one with a slide number wins', async () => {
    const number = placeholder('type="sldNum" idx="12"', [0.9, 0.93, 0.05, 0.05]);
    const numbered = placeholder('type="title"') + number;
    const { layout } = await designFor({ layoutType, moreLayouts: [numbered] });
    expect(layout.name).toBe('Layout 2');
  });
});

describe('a file with slides', () => {
  /** Slides on the layouts with these numbers. */
  const slidesOn = (...layouts: readonly number[]): TemplateParts => ({
    presentationLinks: layouts.map((_, at) => ({
      id: `rId${50 + at}`,
      type: 'slide',
      target: `ppt/slides/slide${at + 1}.xml`,
    })),
    more: layouts.map((layout, at) => ({
      path: `ppt/slides/slide${at + 1}.xml`,
      type: 'application/vnd.openxmlformats-officedocument.presentationml.slide+xml',
      content: '<p:sld/>',
      relationships: [
        { id: 'rId1', type: 'slideLayout', target: `ppt/slideLayouts/slideLayout${layout}.xml` },
      ],
    })),
  });
  const band = rectangle([0, 0.95, 1, 0.05], solid('accent1'));

  it('the layout of most slides wins over a bare layout for titles, if it draws a band that the bare layout lacks', async () => {
    const { layout } = await designFor({
      moreLayouts: [contentLayout + band],
      ...slidesOn(2, 2, 1),
    });
    expect(layout.name).toBe('Layout 2');
  });

  it('a layout on the ground of most slides wins over a layout for titles on a strong colour', async () => {
    const { layout } = await designFor({
      layoutShapes: rectangle([0, 0, 1, 1], solid('accent1')),
      moreLayouts: [contentLayout, contentLayout + band],
      ...slidesOn(2, 3, 1),
    });
    expect(layout.name).not.toBe('Only a title');
  });

  it('dividers on a strong colour do not decide the ground, though most slides are dividers', async () => {
    const color = rectangle([0, 0, 1, 1], solid('accent1'));
    const divider = color + placeholder('type="title"', [0.05, 0.35, 0.9, 0.3]);
    const { layout } = await designFor({
      moreLayouts: [divider, contentLayout + band, color + contentLayout],
      ...slidesOn(2, 2, 2, 2, 1, 3),
    });
    expect(layout.name).toBe('Only a title');
  });

  it('a bare layout for titles wins over a cover with a band that most slides use', async () => {
    const cover = placeholder('type="title"', [0.05, 0.28, 0.6, 0.16]) + band;
    const { layout } = await designFor({ moreLayouts: [cover], ...slidesOn(2, 2, 1) });
    expect(layout.name).toBe('Only a title');
  });

  it('the layout of most slides is no model if it has a frame around a line of text, which would stay empty', async () => {
    const outline = `<a:noFill/><a:ln>${solid('tx1')}</a:ln>`;
    const framed =
      contentLayout +
      placeholder('type="body" idx="3"', [0.05, 0.2, 0.9, 0.05]) +
      rectangle([0.04, 0.19, 0.92, 0.07], outline);
    const { layout } = await designFor({ moreLayouts: [framed], ...slidesOn(2, 2, 1) });
    expect(layout.name).toBe('Only a title');
  });

  it('of layouts without titles, the one that most slides use wins over one with more room', async () => {
    const { layout } = await designFor({
      layoutType: 'title',
      title: [0.05, 0.4, 0.9, 0.3],
      moreLayouts: ['', rectangle([0, 0.7, 1, 0.3], solid('accent1'))],
      ...slidesOn(1, 3, 3),
    });
    expect(layout.name).toBe('Layout 3');
  });

  it('a layout without placeholders that most slides use wins over a layout for titles that no slide uses, if it draws a band that the other lacks', async () => {
    const nameWith = async (drawn: string) => {
      const { layout } = await designFor({ moreLayouts: [drawn], ...slidesOn(2, 2) });
      return layout.name;
    };
    expect([await nameWith(band), await nameWith('')]).toEqual(['Layout 2', 'Only a title']);
  });

  it('the background that the picture of a cover hides does not decide the ground', async () => {
    const slides = slidesOn(1, 3, 2, 2);
    const { layout } = await designFor({
      layoutType: 'title',
      title: [0.05, 0.4, 0.9, 0.3],
      background: `<p:bg><p:bgPr>${solid('tx1')}<a:effectLst/></p:bgPr></p:bg>`,
      layoutShapes: picture([0, 0, 1, 1], 'rId9'),
      layoutLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/photo.png' }],
      moreLayouts: [rectangle([0, 0, 1, 1], solid('bg1')) + band, ''],
      presentationLinks: slides.presentationLinks ?? [],
      more: [
        ...(slides.more ?? []),
        { path: 'ppt/media/photo.png', type: 'image/png', content: greyPixel },
      ],
    });
    expect(layout.name).toBe('Layout 2');
  });

  it('a layout on the picture of most slides with content wins over one with more room on a plain ground', async () => {
    const on = async (...layouts: readonly number[]) => {
      const slides = slidesOn(...layouts);
      const { layout } = await designFor({
        layoutType,
        layoutShapes: picture([0, 0, 1, 1], 'rId9') + content,
        layoutLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/photo.png' }],
        moreLayouts: [placeholder('type="title"') + band, contentLayout],
        presentationLinks: slides.presentationLinks ?? [],
        more: [
          ...(slides.more ?? []),
          { path: 'ppt/media/photo.png', type: 'image/png', content: greyPixel },
        ],
      });
      return layout.name;
    };
    expect(await on(1, 1, 1, 2)).toBe('Only a title');
    expect(await on(1, 2, 2, 2)).toBe('Layout 2');
    // A picture counts more than a plain ground of several layouts.
    expect(await on(1, 1, 2, 2, 3)).toBe('Only a title');
  });

  it('where no layout is for content, one on the picture of most slides wins over one with more room on a colour', async () => {
    const slides = slidesOn(1, 1, 1, 2);
    const { layout } = await designFor({
      layoutType,
      title: [0.05, 0.4, 0.9, 0.3],
      layoutShapes:
        picture([0, 0, 1, 1], 'rId9') + rectangle([0.8, 0.6, 0.2, 0.4], solid('accent1')),
      layoutLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/photo.png' }],
      moreLayouts: [rectangle([0, 0, 1, 1], solid('tx1')) + band],
      presentationLinks: slides.presentationLinks ?? [],
      more: [
        ...(slides.more ?? []),
        { path: 'ppt/media/photo.png', type: 'image/png', content: greyPixel },
      ],
    });
    expect(layout.name).toBe('Only a title');
  });

  describe('slides on a layout that has a line of text at the top and no title', () => {
    const style = `<a:bodyPr anchor="b"/><a:lstStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="3200" b="1">${solid('C00000')}</a:defRPr></a:lvl1pPr></a:lstStyle><a:p/>`;
    const heading = placeholder('type="body" idx="10"', [0.05, 0.04, 0.9, 0.1], style);

    it('the layout wins over a cover, and titles stand in that line, in its style', async () => {
      const {
        layout,
        title,
        content: area,
      } = await designFor({
        layoutType: 'title',
        title: [0.05, 0.4, 0.9, 0.3],
        moreLayouts: [heading + content],
        ...slidesOn(2, 2),
      });
      expect(layout.name).toBe('Layout 2');
      expect(title.place.box).toEqual({ x: 0.05, y: 0.04, width: 0.9, height: 0.1 });
      expect(title.place).toMatchObject({
        size: 32,
        isBold: true,
        align: 'center',
        anchor: 'bottom',
      });
      expect(title.tone?.hex).toBe('#c00000');
      expect(area.y).toBeGreaterThan(0.14);
    });

    it('a line in the middle of the slide, or as narrow as a label, is no place for titles', async () => {
      for (const box of [
        [0.05, 0.4, 0.9, 0.1],
        [0.05, 0.04, 0.3, 0.1],
      ] as const) {
        const { title } = await designFor({
          layoutType: 'title',
          title: [0.05, 0.4, 0.9, 0.3],
          moreLayouts: [placeholder('type="body" idx="10"', box, style)],
          ...slidesOn(2, 2),
        });
        expect(title.placeholder.isHeading).toBe(false);
      }
    });
  });

  it('the layout for titles wins over the layout of most slides, if both draw the same', async () => {
    const { layout } = await designFor({ moreLayouts: [contentLayout], ...slidesOn(2, 2, 1) });
    expect(layout.name).toBe('Only a title');
  });
});

it('a slide places its title at the top where the only layout has its title in the middle and little room beside it', async () => {
  const { title, content: area } = await designFor({
    title: [0.1, 0.35, 0.8, 0.3],
    titleStyle: '<a:defRPr sz="4400"/>',
  });
  const { isOwn, box } = title.placeholder;
  expect([isOwn, box.y < 0.1]).toEqual([true, true]);
  expect(area.height).toBeGreaterThan(0.6);
});

it('a title keeps clear of a thin line across its box', async () => {
  const line = '<a:ln w="19050"><a:solidFill><a:srgbClr val="000000"/></a:solidFill></a:ln>';
  const { title } = await designFor({
    title: [0.05, 0.05, 0.9, 0.2],
    masterShapes: rectangle([0.02, 0.12, 0.96, 0], `<a:noFill/>${line}`),
  });
  expect(title.place.inside.y).toBeGreaterThan(0.12);
});

it('a title stands beside a wide logo that leaves it half of its box', async () => {
  const logo = [0.55, 0, 0.45, 0.25] as const;
  const { title } = await designFor({ masterShapes: rectangle(logo, solid('accent2')) });
  expect(title.place.inside.x + title.place.inside.width).toBeCloseTo(0.53);
});

it('a title stays on the slide where its box reaches over the edge of the slide', async () => {
  const { title } = await designFor({ title: [0.2, 0.05, 0.83, 0.15] });
  expect(title.place.inside.x + title.place.inside.width).toBeCloseTo(0.98);
  expect(title.saysMargins).toBe(true);
});

it('a title has the whole height of its box where the margins leave less than a line, because PowerPoint writes over such margins', async () => {
  const { title } = await designFor({
    title: [0.05, 0.05, 0.9, 0.1],
    titleBody: '<a:bodyPr anchor="ctr" tIns="228600" bIns="228600"/><a:lstStyle/><a:p/>',
  });
  expect([title.place.inside.height, title.saysMargins]).toEqual([expect.closeTo(0.1), true]);
});

it('the text of exhibits has the colour of the layout’s body, if that differs from the master’s', async () => {
  const inside = `<a:bodyPr/><a:lstStyle><a:lvl1pPr><a:defRPr>${solid('tx2')}</a:defRPr></a:lvl1pPr></a:lstStyle><a:p/>`;
  const { palette } = await designFor({
    layoutShapes: placeholder('type="body" idx="1"', [0.05, 0.3, 0.9, 0.5], inside),
    bodyStyle: `<a:defRPr>${solid('accent2')}</a:defRPr>`,
  });
  expect(palette.tones.ink.hex).toBe('#44546a');
});

describe('a layout that was made for another size of slide', () => {
  it('a title that reaches over the edge gets a place on the slide', async () => {
    const { title } = await designFor({ title: [0.05, 0.05, 1.2, 0.14] });
    const { box, isOwn } = title.placeholder;
    expect(box.x + box.width).toBeLessThanOrEqual(1);
    expect(isOwn).toBe(true);
  });

  it('the content keeps the slide’s margins where the body reaches over the edge', async () => {
    const { content: area } = await designFor({ body: [0.05, 0.25, 1.2, 0.4] });
    expect(area.height).toBeGreaterThan(0.6);
  });

  it('footers in the middle of the slide are left out, and footers at a side stay', async () => {
    const number = (x: number) => placeholder('type="sldNum" idx="11"', [x, 0.5, 0.05, 0.06]);
    const inside = await designFor({ footers: number(0.4) });
    expect(inside.number).toBeUndefined();
    expect(inside.content.height).toBeGreaterThan(0.6);
    expect((await designFor({ footers: number(0.93) })).number).toBeDefined();
  });
});

it('a line of text inside the content is no tracker', async () => {
  const { tracker } = await designFor({
    title: [0.05, 0.75, 0.9, 0.14],
    body: [0.05, 0.05, 0.9, 0.65],
    layoutShapes: placeholder('type="body" idx="3"', [0.05, 0.62, 0.5, 0.05]),
  });
  expect(tracker).toBeUndefined();
});

it('slides hide what the master draws where it leaves no room for content', async () => {
  const buttons = [0.25, 0.4, 0.55, 0.7, 0.85].map((y) =>
    rectangle([0.1, y, 0.8, 0.08], solid('accent1')),
  );
  const { shapes, content: area } = await designFor({ masterShapes: buttons.join('') });
  expect(shapes.isFurnitureHidden).toBe(true);
  expect(area.height).toBeGreaterThan(0.6);
});
