import { expect, it } from 'vitest';
import { createDeck } from '../deck-file/deck.ts';
import { looks, type Palette } from '../sample/looks.ts';
import { type Place, readTemplate, type Template } from './read-template.ts';
import { contrast, readableLook, templateRemarks } from './readable-look.ts';

/** Colours by place; the accents that are not named repeat the first. */
function template(colors: Partial<Record<Place, string>>, ratio = 16 / 9): Template {
  const accent = colors.accent1 ?? '#6b7fa8';
  const all = {
    accent1: accent,
    accent2: accent,
    accent3: accent,
    accent4: accent,
    accent5: accent,
  };
  const places = {
    dk1: '#000000',
    lt1: '#ffffff',
    dk2: '#222222',
    lt2: '#eeeeee',
    accent6: accent,
  };
  const links = { hlink: '#0000ff', folHlink: '#800080' };
  const fonts = { heading: 'Georgia', body: 'Georgia' };
  return {
    colors: { ...all, ...places, ...links, ...colors },
    fonts,
    ratio,
    layouts: ['Title'],
    furniture: [],
  };
}

/** Expects the contrasts that the palette of every template must have. */
function expectReadable({ paper, ink, ink2, mid, light, key, onKey }: Palette, name: string) {
  for (const text of [ink, ink2]) expect(contrast(text, paper), name).toBeGreaterThanOrEqual(4.5);
  expect(contrast(mid, paper), name).toBeGreaterThanOrEqual(3);
  expect(contrast(onKey, key), name).toBeGreaterThanOrEqual(4.5);
  expect([ink, paper]).toContain(onKey);
  expect(light).not.toBe(paper);
}

it('A contrast is 21 for black on white, 1 for equal colours, and 4.48 for #777777 on white.', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
  expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
});

it('The ready looks are readable as they are.', () => {
  for (const { palette, name } of looks) expectReadable(palette, name);
});

it('A template with readable colours stays as it is.', () => {
  const colors = {
    dk2: '#0b2a5b',
    dk1: '#44546a',
    accent1: '#6b7fa8',
    accent2: '#f07d20',
    lt2: '#c9d2e6',
  };
  const { look, changed } = readableLook(template(colors));
  expect(look.palette).toEqual({
    paper: '#ffffff',
    ink: '#0b2a5b',
    ink2: '#44546a',
    mid: '#6b7fa8',
    light: '#c9d2e6',
    key: '#f07d20',
    onKey: '#0b2a5b',
  });
  expect(changed).toEqual([]);
  expect(templateRemarks(template(colors), { look, changed })).toEqual([]);
});

it.each<[string, Partial<Record<Place, string>>, (keyof Palette)[]]>([
  ['white accents', { accent1: '#ffffff', accent2: '#ffffff' }, ['mid', 'key']],
  ['a dark paper with dark text', { lt1: '#101820' }, ['ink', 'ink2', 'light']],
  [
    'near-equal greys',
    { dk2: '#808080', dk1: '#848484', lt2: '#7c7c7c', accent1: '#818181' },
    ['ink', 'ink2', 'light', 'key'],
  ],
  ['a middle grey as paper', { lt1: '#777777', lt2: '#787878' }, ['ink', 'mid', 'light']],
  ['pale text', { dk2: '#ffff00', dk1: '#dddddd' }, ['ink', 'ink2']],
])(
  '%s are changed until the slides can be read, and the changes are named.',
  (name, colors, some) => {
    const own = template(colors);
    const result = readableLook(own);
    expectReadable(result.look.palette, name);
    expect(result.changed).toEqual(expect.arrayContaining(some));
    expect(templateRemarks(own, result)[0]?.long).toMatch(/^Changed to be readable: .*\.$/);
  },
);

it('500 templates with random colours are all made readable.', () => {
  let seed = 4;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return `#${(seed >>> 8).toString(16).padStart(6, '0')}`;
  };
  for (let index = 0; index < 500; index += 1) {
    const [lt1, dk1, dk2, lt2] = [random(), random(), random(), random()];
    const own = template({ lt1, dk1, dk2, lt2, accent1: random(), accent2: random() });
    expectReadable(readableLook(own).look.palette, JSON.stringify(own.colors));
  }
});

it('A template of 4:3 is named, because our slides stay 16:9.', () => {
  const own = template({ accent2: '#f07d20' }, 4 / 3);
  expect(templateRemarks(own, readableLook(own)).map(({ long }) => long)).toContain(
    'Your template is 4:3; our slides stay 16:9.',
  );
});

it('The short form of a remark counts the changed colours where it cannot name them in a line.', () => {
  const own = template({ lt1: '#e8e8e8', dk2: '#909090', dk1: '#8a8a8a', accent1: '#959595' });
  const [colors] = templateRemarks(own, readableLook(own));
  expect(colors?.long).toContain('text, small text, lines and pale fills');
  expect(colors?.short).toMatch(/^Changed to be readable: \d colours\.$/);
});

it('The deck in the visitor’s look names the visitor’s colours and typefaces, also those that our slides do not use.', async () => {
  const own = template({
    dk2: '#0b2a5b',
    accent2: '#f07d20',
    accent5: '#123456',
    hlink: '#0563c1',
  });
  const reading = await readTemplate(new Blob([createDeck(readableLook(own).look)]));
  expect(reading).toMatchObject({
    ok: true,
    template: {
      colors: { dk2: '#0b2a5b', accent2: '#f07d20', accent5: '#123456', hlink: '#0563c1' },
      fonts: own.fonts,
    },
  });
});

it('Bars of a template keep to the margins of our slides, and a band through the middle is left out.', () => {
  const color = '#0b2a5b';
  const furniture = [
    { x: 0, y: 0, width: 1, height: 0.2, color },
    { x: 0.6, y: 0.9, width: 0.4, height: 0.1, color },
    { x: 0, y: 0, width: 0.3, height: 1, color },
    { x: 0.9, y: 0.4, width: 0.1, height: 0.1, color },
    { x: 0, y: 0.3, width: 1, height: 0.2, color },
  ];
  const { look } = readableLook({ ...template({}), furniture });
  const rounded = look.furniture?.map(({ x, y, width, height }) =>
    [x, y, width, height].map((share) => Math.round(share * 1000) / 1000),
  );
  expect(rounded).toEqual([
    [0, 0, 1, 0.03],
    [0.6, 0.98, 0.4, 0.02],
    [0, 0, 0.025, 1],
    [0.975, 0.4, 0.025, 0.1],
  ]);
});
