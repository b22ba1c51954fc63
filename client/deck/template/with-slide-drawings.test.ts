import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { describe as described } from '../describe.ts';
import { fillTemplate } from '../fill-template.ts';
import type { Template } from '../open-template.ts';
import type { Part } from '../package/package-writer.ts';
import { openParts } from '../testing/open-parts.ts';
import { content } from '../testing/sample-content.ts';
import {
  greyPixel,
  type Place,
  picture,
  placeholder,
  rectangle,
  solid,
  type TemplateParts,
} from '../testing/template-file.ts';

const schemas = 'http://schemas.openxmlformats.org';
const namespaces = `xmlns:a="${schemas}/drawingml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships" xmlns:p="${schemas}/presentationml/2006/main"`;
const layoutPath = 'ppt/slideLayouts/slideLayout1.xml';
/** Pictures that differ in a byte after their end. */
const images = ['logo', 'photo', 'film'].map((name, at): Part => {
  const content = Uint8Array.of(...greyPixel, at);
  return { path: `ppt/media/${name}.png`, type: 'image/png', content };
});

interface Slide {
  shapes: string;
  background?: string;
  colorMap?: string;
}

/** Returns the parts of a template with slides. On each slide, `rId2` is the logo, `rId3` a photograph, `rId4` the still of a film. */
function withSlides(slides: readonly (string | Slide)[], parts: TemplateParts = {}): TemplateParts {
  const all = slides.map((each) => (typeof each === 'string' ? { shapes: each } : each));
  const path = (at: number) => `ppt/slides/slide${at + 1}.xml`;
  return {
    ...parts,
    presentationLinks: all.map((_, at) => ({ id: `s${at}`, type: 'slide', target: path(at) })),
    more: [
      ...images,
      ...all.map(({ shapes, background = '', colorMap = '' }, at): Part => {
        return {
          path: path(at),
          type: 'application/vnd.openxmlformats-officedocument.presentationml.slide+xml',
          content: `<p:sld ${namespaces}><p:cSld>${background}<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${placeholder('type="title"')}${shapes}</p:spTree></p:cSld>${colorMap}</p:sld>`,
          relationships: [
            { id: 'rId1', type: 'slideLayout', target: layoutPath },
            ...images.map(({ path: target }, image) => {
              return { id: `rId${image + 2}`, type: 'image', target };
            }),
          ],
        };
      }),
    ],
  };
}

/** Returns the parts of the download by path. */
function download(template: Template): Record<string, string> {
  const files = Object.entries(unzipSync(fillTemplate(template, content)));
  return Object.fromEntries(files.map(([path, bytes]) => [path, strFromU8(bytes, true)]));
}
const downloadOf = async (slides: readonly (string | Slide)[], parts?: TemplateParts) =>
  download(await openParts(withSlides(slides, parts)));
const media = (parts: Record<string, string>) =>
  Object.keys(parts).filter((path) => path.startsWith('ppt/media/'));

const corner: Place = [0.88, 0.03, 0.09, 0.08];
const logo = picture(corner, 'rId2');
const photo = picture([0.02, 0.9, 0.1, 0.08], 'rId3');
const band = rectangle([0, 0.96, 1, 0.04], solid('C00000'));
const textOf = (shape: string, text: string) =>
  shape.replace(
    '</p:spPr></p:sp>',
    `</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`,
  );
const group = (box: string, shapes: string) =>
  `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="G"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>${box}</a:xfrm></p:grpSpPr>${shapes}</p:grpSp>`;

describe('what most slides draw alike', () => {
  it('a logo and a band that four of five slides draw become part of the layout', async () => {
    const each = logo + band;
    const template = await openParts(withSlides([each, each, photo, each, each]));
    const { furniture, title } = described(template, 'Illustrative.');
    expect(furniture.map(({ fill }) => fill.kind)).toEqual(['picture', 'solid']);
    expect(title.inside.x + title.inside.width).toBeLessThan(corner[0]);
    const parts = download(template);
    expect(parts[layoutPath]).toMatch(/<p:pic .*<p:sp .*<\/p:spTree>/);
    expect(media(parts)).toEqual(['ppt/media/logo.png']);
    expect(parts['ppt/slides/slide1.xml']).not.toContain('<p:pic');
  });

  it('a logo over which the filled box of titles lies does not come, and a logo beside the box comes', async () => {
    const drawnBeside = async (width: number) => {
      const box: Place = [0, 0.05, width, 0.12];
      const filled = placeholder('type="title"', box, undefined, undefined, solid('C00000'));
      return media(await downloadOf(Array(5).fill(logo), { layoutShapes: filled }));
    };
    expect(await drawnBeside(1)).toEqual([]);
    expect(await drawnBeside(0.8)).toEqual(['ppt/media/logo.png']);
  });

  it('a logo of the layouts that most slides use comes to the chosen layout, and a band of those layouts does not', async () => {
    const frame: Place = [0.3, 0.5, 0.4, 0.1];
    const parts: TemplateParts = {
      layoutType: 'secHead',
      layoutShapes:
        logo +
        band +
        placeholder('type="body" idx="5"', frame) +
        rectangle(frame, `<a:noFill/><a:ln>${solid('tx1')}</a:ln>`),
      layoutLinks: [{ id: 'rId2', type: 'image', target: 'ppt/media/logo.png' }],
      moreLayouts: [placeholder('type="title"')],
    };
    const shown = async (slides: number) => {
      const template = await openParts(withSlides(Array<string>(slides).fill(''), parts));
      expect(template.design.layout.name).toBe('Layout 2');
      return described(template, 'Illustrative.').furniture.map(({ fill }) => fill.kind);
    };
    expect(await shown(4)).toEqual(['picture']);
    expect(await shown(3)).toEqual([]);
  });

  it('a picture on three slides, or on half of the slides, is not in the download', async () => {
    expect(media(await downloadOf([logo, logo, logo]))).toEqual([]);
    const half = Array.from({ length: 10 }, (_, at) => (at % 2 ? logo : photo));
    expect(media(await downloadOf(half))).toEqual([]);
  });

  it('a logo of which each slide has its own copy, as LibreOffice writes it, is one logo', async () => {
    const { more = [], ...parts } = withSlides(Array<string>(4).fill(logo));
    const [first] = images;
    const copied = more.flatMap((part, at) => {
      if (!part.path.startsWith('ppt/slides/')) return part;
      const copy = { ...first, path: `ppt/media/copy${at}.png` } as Part;
      const links = part.relationships?.map((link) =>
        link.id === 'rId2' ? { ...link, target: copy.path } : link,
      );
      return [{ ...part, relationships: links ?? [] }, copy];
    });
    const made = download(await openParts({ ...parts, more: copied }));
    expect(media(made)).toEqual(['ppt/media/logo.png']);
  });

  it('a drawing at a place that differs by a hair is the same, and a drawing at another place is not', async () => {
    const at = (x: number) => picture([x, 0.03, 0.09, 0.08], 'rId2');
    expect(media(await downloadOf([0.8801, 0.8802, 0.8803, 0.8804].map(at)))).toHaveLength(1);
    expect(media(await downloadOf([0.85, 0.86, 0.87, 0.88].map(at)))).toEqual([]);
  });

  it('texts, names, descriptions, links and labels of a drawing leave no trace', async () => {
    const named = logo.replace(
      'name="Logo"/><p:cNvPicPr/><p:nvPr/>',
      'name="ACME-1" descr="ACME-2"><a:hlinkClick r:id="rId9" tooltip="ACME-3"/></p:cNvPr><p:cNvPicPr/><p:nvPr><p:custDataLst><p:tags r:id="rId8"/></p:custDataLst><p:extLst><p:ext uri="ACME-4"/></p:extLst></p:nvPr>',
    );
    const label = textOf(rectangle([0.02, 0.9, 0.2, 0.05], solid('C00000')), 'ACME-5');
    const parts = await downloadOf(Array.from({ length: 4 }, () => named + label));
    expect(media(parts)).toEqual(['ppt/media/logo.png']);
    expect(parts[layoutPath]).not.toContain('C00000');
    expect(Object.values(parts).join()).not.toMatch(/ACME|hlinkClick|custDataLst/);
  });

  it('the still of a film, a linked picture, a button, a hidden picture and a picture in a placeholder are no drawings', async () => {
    const still = picture(corner, 'rId4');
    const others = [
      still.replace('<p:nvPr/>', '<p:nvPr><a:videoFile r:link="rId9"/></p:nvPr>'),
      still.replace('<p:nvPr/>', '<p:nvPr><p:ph type="pic"/></p:nvPr>'),
      still.replace('r:embed', 'r:link'),
      still.replace('name="Logo"', 'name="Logo" hidden="1"'),
      still.replace(
        'name="Logo"/>',
        'name="Logo"><a:hlinkClick r:id="" action="ppaction://hlinkshowjump?jump=nextslide"/></p:cNvPr>',
      ),
    ];
    for (const other of others) expect(media(await downloadOf(Array(4).fill(other)))).toEqual([]);
  });

  it('a group comes without its texts, unless little of it is left', async () => {
    const label = textOf(rectangle([0.3, 0.9, 0.1, 0.05], solid('C00000')), 'ACME');
    const at = '<a:off x="0" y="6200000"/><a:ext cx="12192000" cy="600000"/>';
    const inner = at.replaceAll(/a:(off|ext)/g, (name) =>
      name === 'a:off' ? 'a:chOff' : 'a:chExt',
    );
    const rest = await downloadOf(Array(4).fill(group(at + inner, photo + label)));
    expect(media(rest)).toEqual([]);
    const wide = group(at + inner, rectangle([0, 0.905, 1, 0.08], solid('203864')) + photo + label);
    const whole = await downloadOf(Array(4).fill(wide));
    expect(media(whole)).toEqual(['ppt/media/photo.png']);
    expect(whole[layoutPath]).toContain('203864');
    expect(Object.values(whole).join()).not.toContain('ACME');
  });

  it.each<[string, Place]>([
    ['the content', [0.3, 0.35, 0.4, 0.4]],
    ['the title', [0.35, 0.05, 0.3, 0.12]],
  ])('a picture in the middle of %s does not come', async (_, place) => {
    const parts = await downloadOf(Array(4).fill(picture(place, 'rId3') + logo));
    expect(media(parts)).toEqual(['ppt/media/logo.png']);
  });

  it('a picture that covers the slide is its ground, under what lies over it', async () => {
    const parts = await downloadOf(Array(4).fill(picture([0, 0, 1, 1], 'rId3') + logo));
    const [ground = -1, over = -1] = ['photo', 'logo'].map((name) => {
      const links = parts['ppt/slideLayouts/_rels/slideLayout1.xml.rels'] ?? '';
      const id = new RegExp(`Id="(\\w+)"[^>]*${name}`).exec(links)?.[1];
      return parts[layoutPath]?.indexOf(`r:embed="${id}"`);
    });
    expect(ground).toBeGreaterThan(0);
    expect(over).toBeGreaterThan(ground);
  });

  it('a line that only narrows the title does not come, and a line under the title comes', async () => {
    const line = (place: Place) => rectangle(place, `<a:ln w="12700">${solid('C00000')}</a:ln>`);
    const within = await downloadOf(Array(4).fill(line([0.12, 0.07, 0, 0.1])));
    expect(within[layoutPath]).not.toContain('C00000');
    const under = await downloadOf(Array(4).fill(line([0.05, 0.2, 0.9, 0])));
    expect(under[layoutPath]).toContain('C00000');
  });

  it('a picture that master or layout show already is not drawn again', async () => {
    const parts = await downloadOf(Array(4).fill(logo), {
      masterShapes: picture([0.02, 0.92, 0.09, 0.06], 'rId9'),
      masterLinks: [{ id: 'rId9', type: 'image', target: 'ppt/media/logo.png' }],
    });
    expect(parts[layoutPath]).not.toContain('<p:pic');
  });

  it('a background that most slides have becomes that of the layout', async () => {
    const background = `<p:bg><p:bgPr>${solid('0D1B2A')}<a:effectLst/></p:bgPr></p:bg>`;
    const template = await openParts(withSlides(Array(4).fill({ shapes: '', background })));
    expect(described(template, 'Illustrative.').background).toMatchObject({
      color: { hex: '#0d1b2a' },
    });
    expect(download(template)[layoutPath]).toMatch(/<p:cSld[^>]*><p:bg .*<p:spTree>/);
  });

  it('a drawing in colours of the scheme does not come from slides with another colour map', async () => {
    const colorMap =
      '<p:clrMapOvr><a:overrideClrMapping bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2"/></p:clrMapOvr>';
    const shapes = rectangle([0, 0.96, 1, 0.04], solid('tx2'));
    const other = await downloadOf(Array(4).fill({ shapes, colorMap }));
    expect(other[layoutPath]).not.toContain('tx2');
    expect((await downloadOf(Array(4).fill(shapes)))[layoutPath]).toContain('tx2');
  });

  it('a background in colours of its own comes from slides with another colour map', async () => {
    const colorMap =
      '<p:clrMapOvr><a:overrideClrMapping bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2"/></p:clrMapOvr>';
    const other = async (fill: string) => {
      const background = `<p:bg><p:bgPr>${fill}<a:effectLst/></p:bgPr></p:bg>`;
      const slides = Array(4).fill({ shapes: '', background, colorMap });
      return (await downloadOf(slides))[layoutPath];
    };
    expect(await other('<a:blipFill><a:blip r:embed="rId3"/></a:blipFill>')).toContain('<p:bg ');
    expect(await other(solid('0D1B2A'))).toContain('<p:bg ');
    expect(await other(solid('tx2'))).not.toContain('<p:bg ');
  });

  it('a file with damaged or huge slides is read, and a slide that cannot be read draws nothing', async () => {
    const damaged = await downloadOf([logo, logo, logo, logo, '<p:sp>', '&entity;']);
    expect(media(damaged)).toEqual(['ppt/media/logo.png']);
    const huge = '<a:t/>'.repeat(400_000);
    expect(media(await downloadOf(Array(4).fill(logo + huge)))).toEqual([]);
  });

  it('of a file with many slides, slides from the whole file decide', async () => {
    const late = Array.from({ length: 100 }, (_, at) => (at < 35 ? photo : logo));
    expect(media(await downloadOf(late))).toEqual(['ppt/media/logo.png']);
  });

  it('of large slides, the smaller ones decide', async () => {
    const large = ' '.repeat(100_000);
    const slides = Array.from({ length: 12 }, (_, at) => (at % 2 ? logo : large));
    expect(media(await downloadOf(slides))).toEqual(['ppt/media/logo.png']);
  });
});

describe('titles that slides write in text boxes', () => {
  const head: Place = [0, 0, 0.6, 0.09];
  const text = (place: Place) => textOf(rectangle(place, ''), 'ACME');
  const words = '<a:bodyPr/><a:p><a:r><a:t>ACME</a:t></a:r></a:p>';
  const titleOf = async (slides: readonly string[]) =>
    described(await openParts(withSlides(slides)), 'Illustrative.').title;

  it('titles stand where four of five slides write theirs, in its size, and on the band under it', async () => {
    const each = rectangle(head, solid('203864')) + text([0.02, 0.01, 0.55, 0.07]);
    const template = await openParts(withSlides([each, each, text(head), each, each]));
    const { title, content: area } = described(template, 'Illustrative.');
    expect(title).toMatchObject({ size: 18, color: { hex: '#ffffff' } });
    expect(title.box.y).toBeCloseTo(0.01, 3);
    expect(title.box.y + title.box.height).toBeCloseTo(0.08, 3);
    expect(title.box.x).toBeCloseTo(0.02 + 91_440 / 12_192_000, 3);
    expect(area.y).toBeGreaterThan(head[3]);
    const parts = download(template);
    expect(parts['ppt/slides/slide1.xml']).toMatch(/type="title".*?<a:xfrm><a:off x="335280"/);
    expect(Object.values(parts).join()).not.toContain('ACME');
  });

  const place: Place = [0.02, 0.01, 0.55, 0.07];
  it.each<[string, readonly string[]]>([
    ['on three slides', Array(3).fill(text(place))],
    ['on half of the slides', Array.from({ length: 10 }, (_, at) => (at % 2 ? text(place) : ''))],
    [
      'on slides with a title',
      Array(4).fill(text(place) + placeholder('type="title"', undefined, words)),
    ],
    ['for words', Array(4).fill(text([0.02, 0.01, 0.3, 0.07]))],
    ['in the middle of the slides', Array(4).fill(text([0.02, 0.4, 0.55, 0.07]))],
  ])('a text box %s is no place for titles', async (_, slides) => {
    expect((await titleOf(slides)).box).toEqual((await titleOf([])).box);
  });
});

describe('titles that slides write in a moved placeholder', () => {
  const words = '<a:bodyPr/><a:p><a:r><a:rPr sz="6000"/><a:t>ACME</a:t></a:r></a:p>';
  const moved = (place: Place) => placeholder('type="title"', place, words);
  const openWith = (slides: readonly string[]) => openParts(withSlides(slides));
  const titleOf = (template: Template) => described(template, 'Illustrative.').title;

  it('titles stand where four of five slides have theirs, in the style of the layout', async () => {
    const plain = titleOf(await openWith([]));
    const place: Place = [plain.box.x, 0.005, plain.box.width, 0.1];
    const template = await openWith([...Array<string>(4).fill(moved(place)), '']);
    const title = titleOf(template);
    expect(title.box.y).toBeCloseTo(0.005, 3);
    expect(title.box.height).toBeCloseTo(0.1, 3);
    expect(title).toMatchObject({ size: plain.size, anchor: plain.anchor, align: plain.align });
    const slide = download(template)['ppt/slides/slide1.xml'];
    expect(slide).toMatch(/type="title".*?<a:xfrm><a:off x="\d+" y="34290"/);
    expect(slide).not.toContain('ACME');
  });

  it.each<[string, readonly [number, number, number, number]]>([
    ['almost at the place of the layout', [0.01, 0.01, -0.01, 0]],
    ['as a narrow box', [0, -0.02, -0.6, 0]],
  ])('titles that slides have %s stand in the place of the layout', async (_, by) => {
    const template = await openWith([]);
    const { x, y, width, height } = titleOf(template).box;
    const place: Place = [x + by[0], y + by[1], width + by[2], height + by[3]];
    expect(titleOf(await openWith(Array<string>(4).fill(moved(place)))).box).toEqual(
      titleOf(template).box,
    );
  });
});
