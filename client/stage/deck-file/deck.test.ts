import { strFromU8, unzipSync } from 'fflate';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../ui/notation.ts';
import { fileTexts } from '../sample/file-texts.ts';
import { looks } from '../sample/looks.ts';
import { cautiousTitle, slides } from '../sample/slides.ts';
import { createDeck } from './deck.ts';

const [ours] = looks;

/** The parts of a package by path; XML as text, and the parts of embedded workbooks under their path. */
function unpack(file: Uint8Array, prefix = ''): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [path, content] of Object.entries(unzipSync(file))) {
    if (path.endsWith('.xlsx')) Object.assign(texts, unpack(content, `${prefix}${path}/`));
    texts[prefix + path] = path.endsWith('.xlsx') ? '' : strFromU8(content);
  }
  return texts;
}

const deck = createDeck(ours);
const parts = unpack(deck);
const own = Object.keys(parts).filter((path) => !path.includes('.xlsx/'));
const slide = (number: number, from = parts) => from[`ppt/slides/slide${number}.xml`] ?? '';
const notes = (number: number, from = parts) =>
  from[`ppt/notesSlides/notesSlide${number}.xml`] ?? '';

const matches = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, one = '']) => one);
const decoded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
const words = (xml: string) => decoded(matches(xml, /<a:t>(.*?)<\/a:t>/g).join(''));

/** The words in the shape that fills a placeholder; a line break counts as a space. */
function placeholder(xml: string, attributes: string): string {
  const shape = matches(xml, /(<p:sp>.*?<\/p:sp>)/g).find((one) =>
    one.includes(`<p:ph ${attributes}`),
  );
  return words((shape ?? '').replaceAll(/<a:br>.*?<\/a:br>/g, '<a:t> </a:t>'));
}

describe('the package', () => {
  it('Every part has a content type, and every content type names a part.', () => {
    const types = parts['[Content_Types].xml'] ?? '';
    const named = matches(types, /PartName="\/(.*?)"/g);
    const endings = matches(types, /Extension="(.*?)"/g);
    for (const path of named) expect(own).toContain(path);
    for (const path of own.filter((each) => each !== '[Content_Types].xml')) {
      const isDefault =
        /\.(rels|xlsx)$/.test(path) && endings.includes(path.split('.').at(-1) ?? '');
      expect(isDefault || named.includes(path), path).toBe(true);
    }
  });

  it('Every relationship leads to a part, every id in a part has a relationship, and every part is reached.', () => {
    const reached = new Set(['[Content_Types].xml']);
    for (const path of own.filter((each) => each.endsWith('.rels'))) {
      reached.add(path);
      const source = path.replace('_rels/', '').replace('.rels', '');
      const relationships = parts[path] ?? '';
      for (const target of matches(relationships, /Target="\/(.*?)"/g)) {
        expect(own, `${path}: ${target}`).toContain(target);
        reached.add(target);
      }
      expect(relationships).not.toContain('TargetMode');
      const ids = matches(relationships, / Id="(.*?)"/g);
      expect(new Set(ids).size).toBe(ids.length);
      for (const used of matches(parts[source] ?? '', / r:id="(.*?)"/g))
        expect(ids).toContain(used);
    }
    expect([...own].filter((path) => !reached.has(path))).toEqual([]);
  });

  it('Every XML part is well-formed, in the workbooks too.', () => {
    const parser = new new JSDOM().window.DOMParser();
    const faults = Object.entries(parts).filter(([path, xml]) => {
      if (path.endsWith('.xlsx')) return false;
      return parser.parseFromString(xml, 'application/xml').querySelector('parsererror');
    });
    expect(faults.map(([path]) => path)).toEqual([]);
    const broken = parser.parseFromString('<a><b></a>', 'application/xml');
    expect(broken.querySelector('parsererror')).not.toBeNull();
  });

  it('The file is at most 120 kB, and the same arguments give the same bytes.', () => {
    for (const look of looks) expect(createDeck(look).length).toBeLessThanOrEqual(120_000);
    expect(Buffer.compare(createDeck(ours), deck)).toBe(0);
  });

  it('The file names no person, machine, program or time.', () => {
    const properties = parts['docProps/core.xml'] ?? '';
    expect(matches(properties, /<(?:dc|cp|dcterms):(\w+)[ >]/g)).toEqual([
      'coreProperties',
      'title',
      'description',
    ]);
    expect(own).not.toContain('docProps/app.xml');
    expect(own.join()).not.toMatch(/customXml|thumbnail|printerSettings|comment/i);
  });
});

describe('the slides', () => {
  it('There is one master, and each of its layouts is in use.', () => {
    expect(own.filter((path) => /slideMasters\/[^/]+xml$/.test(path))).toHaveLength(1);
    const layouts = own.filter((path) => /slideLayouts\/[^/]+xml$/.test(path));
    const used = slides.map(({ number, layout }) => {
      const [target = ''] = matches(
        parts[`ppt/slides/_rels/slide${number}.xml.rels`] ?? '',
        /Target="\/(ppt\/slideLayouts\/.*?)"/g,
      );
      expect(parts[target]).toContain(`<p:cSld name="${layout}">`);
      return target;
    });
    expect(layouts.toSorted()).toEqual([...new Set(used)].toSorted());
    expect(parts['ppt/presentation.xml']).toContain('<p:sldSz cx="12192000" cy="6858000"/>');
  });

  it('Each slide has its title in the title placeholder, the so-what in the body, a number, a source and the disclaimer.', () => {
    for (const { number, wordings, soWhat, pages } of slides) {
      const xml = slide(number);
      expect(placeholder(xml, 'type="title"')).toBe(plainText(wordings[0].title));
      expect(placeholder(xml, 'type="body" idx="1"')).toContain(soWhat.text);
      for (const point of soWhat.points) expect(words(xml)).toContain(point);
      expect(placeholder(xml, 'type="sldNum"')).toBe(String(number));
      expect(placeholder(xml, 'type="ftr"')).toBe('Illustrative. The engagement is invented.');
      expect(words(xml)).toContain(`Source: SOW.pdf, p.\u00a0${pages[0]}`);
    }
  });

  it('Slides, layouts, master, charts and notes take every colour and typeface from the theme.', () => {
    for (const path of own.filter((each) => each.endsWith('.xml') && !each.includes('theme'))) {
      expect(parts[path], path).not.toMatch(/srgbClr|sysClr|prstClr|hslClr|scrgbClr/);
      for (const typeface of matches(parts[path] ?? '', /typeface="(.*?)"/g)) {
        expect(typeface).toMatch(/^\+m[jn]-lt$/);
      }
    }
  });

  it('Each chart and each table has an alternative text, and the other shapes are named or marked as decoration.', () => {
    for (const sampleSlide of slides) {
      const { number } = sampleSlide;
      const { alt } = fileTexts(sampleSlide);
      const xml = slide(number);
      for (const frame of matches(xml, /(<p:graphicFrame>.*?<\/p:graphicFrame>)/g)) {
        expect(frame).toMatch(/<p:cNvPr [^>]*descr="[^"]+"/);
      }
      if (number < 8) expect(decoded(xml)).toContain(alt);
      const ids = matches(xml, /<p:cNvPr id="(\d+)"/g);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('The speaker notes quote the lines on which the title rests, and show how the figures follow.', () => {
    for (const sampleSlide of slides) {
      const { number, trace } = sampleSlide;
      const text = words(notes(number));
      for (const { page, text: quoted } of trace) expect(text).toContain(`p. ${page}: “${quoted}”`);
      for (const { sum } of fileTexts(sampleSlide).workings) expect(text).toContain(sum);
    }
  });

  it('Six slides have a native chart with its numbers in an embedded workbook, and slides 5, 7 and 8 have native tables.', () => {
    const charts = own.filter((path) => /charts\/chart\d\.xml$/.test(path));
    expect(charts.map((path) => path.at(-5))).toEqual(['1', '2', '3', '4', '5', '6']);
    for (const path of charts) {
      const sheet = parts[`ppt/embeddings/chart${path.at(-5)}.xlsx/xl/worksheets/sheet1.xml`] ?? '';
      const cells = new Map(
        Array.from(
          sheet.matchAll(
            /<c r="([A-Z]+\d+)"[^>]*>(?:<f>.*?<\/f>)?(?:<v>(.*?)<\/v>|<is><t>([\s\S]*?)<\/t><\/is>)/g,
          ),
          ([, at = '', value, text]) => [at, value ?? text],
        ),
      );
      const references = (parts[path] ?? '').matchAll(
        /<c:f>Sheet1!\$([A-Z])\$(\d+).*?<\/c:f><c:\w+>(.*?)<\/c:\w+Cache>/g,
      );
      let compared = 0;
      for (const [, column = '', row = '', cache = ''] of references) {
        for (const [, index = '', value = ''] of cache.matchAll(
          /<c:pt idx="(\d+)"><c:v>([\s\S]*?)<\/c:v>/g,
        )) {
          expect(
            cells.get(`${column}${Number(row) + Number(index)}`),
            `${path} ${column}${row}`,
          ).toBe(value);
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(5);
    }
    for (const number of [5, 7, 8]) expect(slide(number)).toContain('<a:tbl>');
  });
});

describe('the choices of the visitor', () => {
  it('A chosen wording stands in the title; the cautious title 6 changes the so-what and the notes with it.', () => {
    const chosen = unpack(createDeck(ours, { 2: 1, [cautiousTitle]: 1, 7: 1 }));
    expect(placeholder(slide(2, chosen), 'type="title"')).toBe(
      'Nine hubs now run less than half full',
    );
    const six = slide(cautiousTitle, chosen);
    expect(placeholder(six, 'type="title"')).toBe(
      'The move should pay back within two years, if volume holds',
    );
    expect(placeholder(six, 'type="body" idx="1"')).toContain('At FY25 volume, the €9.0m is back');
    expect(words(notes(7, chosen))).toContain('North 1 4,000, North 2 3,000');
    expect(slide(1, chosen)).toBe(slide(1));
  });

  it('A wording that does not exist gives the first one.', () => {
    expect(unpack(createDeck(ours, { 1: 9, 99: 1 }))).toEqual(parts);
  });

  it('A look changes the theme’s colours and typefaces.', () => {
    const [, , midnight] = looks;
    const theme = unpack(createDeck(midnight))['ppt/theme/theme1.xml'] ?? '';
    expect(theme).toContain('<a:lt1><a:srgbClr val="111C2F"/></a:lt1>');
    expect(theme).toContain('<a:dk2><a:srgbClr val="F2EFE6"/></a:dk2>');
    expect(theme).toContain('<a:accent2><a:srgbClr val="7FD0C4"/></a:accent2>');
    expect(matches(theme, /<a:latin typeface="(.*?)"/g)).toEqual([
      'Instrument Sans',
      'Instrument Sans',
    ]);
    const named = { ...midnight, fonts: { heading: 'A & "B" <C>', body: 'Aptos' } };
    const foreign = unpack(createDeck(named))['ppt/theme/theme1.xml'] ?? '';
    expect(foreign).toContain('typeface="A &amp; &quot;B&quot; &lt;C&gt;"');
  });

  it('The bars of a visitor’s template are on the master, in colours of the theme where the theme has them.', () => {
    const furniture = [
      { x: 0, y: 0, width: 0.16, height: 0.02, color: '#ef7d22' },
      { x: 0.16, y: 0, width: 0.84, height: 0.02, color: ours.palette.ink },
    ];
    const own = unpack(createDeck({ ...ours, furniture }));
    const master = own['ppt/slideMasters/slideMaster1.xml'] ?? '';
    const bars = matches(master, /name="Bar">.*?<a:solidFill>(.*?)<\/a:solidFill>/g);
    expect(bars).toEqual(['<a:srgbClr val="EF7D22"/>', '<a:schemeClr val="tx2"/>']);
    expect(master).toContain('<a:ext cx="1950720" cy="137160"/>');
    expect(slide(1, own)).toBe(slide(1));
  });
});
