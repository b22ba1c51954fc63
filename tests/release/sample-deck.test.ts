import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillTemplate, openTemplate } from '../../client/deck/index.ts';
import { sampleDeck } from '../../client/stage/sample/deck.ts';
import { looks } from '../../client/stage/sample/looks.ts';
import { slides } from '../../client/stage/sample/slides.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { convert, office, pagesOf, pdfToText, write } from './impress.ts';
import { titlesOf } from './templates/saved-again.ts';
import { schemaErrors } from './templates/schema-faults.ts';
import { wordFaults } from './templates/word-faults.ts';

/** The decks of our looks in LibreOffice Impress, and in Microsoft's validator of Office files. */

type Deck = ReturnType<typeof sampleDeck>;

/** Fills the template of one of our looks. @returns the path of the deck. */
async function fill(look: string, name: string, deck: Deck = sampleDeck()): Promise<string> {
  const path = fromRoot(`client/deck/templates/${look}.pptx`);
  const template = await openTemplate(new Uint8Array(readFileSync(path)));
  if ('refused' in template) throw new Error(`${path} is ${template.refused}`);
  return write(`${name}.pptx`, fillTemplate(template, deck));
}

const spaceless = (text: string) => text.replaceAll(/\s/g, '');

/** Expects eight pages on which no word covers another or leaves the slide. @returns the text of each page. */
function readablePages(file: string): string[] {
  const pages = pagesOf(convert(file, 'pdf'));
  expect(pages).toHaveLength(8);
  for (const [index, page] of pages.entries())
    expect(wordFaults(page), `${basename(file)}, slide ${index + 1}`).toEqual([]);
  return pages.map(({ words }) => spaceless(words.map(({ text }) => text).join('')));
}

/** What the exhibit of a slide says. */
const figures: Record<number, readonly string[]> = {
  1: ['109', '119', '103', '106'],
  2: ['16', '14', '12', '9'],
  4: ['6.1', '+2.6', '−0.9', '+1.4', '+1.1', '10.3'],
  6: ['−6.0', '+2.5', '+15.1', 'FY26', 'FY28'],
};

describe.skipIf(!office || !pdfToText)(
  'in LibreOffice Impress (needs soffice and pdftotext)',
  () => {
    it.each(looks)(
      'each slide of the look $name shows its words, and none covers another',
      async ({ id }) => {
        const deck = sampleDeck();
        const pages = readablePages(await fill(id, id, deck));
        for (const [index, { titles, soWhat }] of deck.slides.entries()) {
          const text = pages[index] ?? '';
          const shown = [titles[0], soWhat?.text ?? '', ...(soWhat?.points ?? [])];
          for (const words of [...shown, ...(figures[index + 1] ?? [])])
            expect(text).toContain(spaceless(words));
        }
      },
    );

    it.each([1, 2])('the titles in wording %i fit their slides', async (wording) => {
      const chosen = Object.fromEntries(slides.map(({ number }) => [number, wording]));
      readablePages(await fill('ours', `wording-${wording}`, sampleDeck(chosen)));
    });

    it('the file that Impress saves again has the titles, tables, charts and notes', async () => {
      const deck = sampleDeck();
      const again = convert(
        await fill('ours', 'again', deck),
        'pptx:Impress MS PowerPoint 2007 XML',
        temporaryFolder(),
      );
      expect(titlesOf(again).map(spaceless)).toEqual(
        deck.slides.map(({ titles }) => spaceless(titles[0])),
      );
      const parts = unzipSync(readFileSync(again));
      const text = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
      for (const [index, { notes }] of deck.slides.entries()) {
        expect(text(`ppt/notesSlides/notesSlide${index + 1}.xml`)).toContain(
          notes[0]?.split(/[&<’]/)[0],
        );
      }
      const charts = Object.keys(parts).filter((path) => /charts\/chart\d+\.xml$/.test(path));
      expect(charts).toHaveLength(6);
      expect(charts.map(text).join('')).toContain('<c:v>119</c:v>');
    });
  },
);

describe('in the validator of the Open XML SDK', () => {
  let files: string[] = [];

  beforeAll(async () => {
    const chosen = Object.fromEntries(slides.map(({ number }) => [number, 1]));
    files = await Promise.all(looks.map(({ id }) => fill(id, `valid-${id}`, sampleDeck(chosen))));
  });

  it.each(['Office2013', 'Office2019', 'Microsoft365'])('no file has a fault for %s', (version) => {
    for (const file of files) expect(schemaErrors(file, version), basename(file)).toEqual([]);
  });

  it('each embedded workbook has no fault', () => {
    const [file = ''] = files;
    const workbooks = Object.entries(unzipSync(readFileSync(file))).filter(([path]) =>
      path.endsWith('.xlsx'),
    );
    expect(workbooks).toHaveLength(6);
    for (const [path, content] of workbooks)
      expect(schemaErrors(write(basename(path), content))).toEqual([]);
  });
});
