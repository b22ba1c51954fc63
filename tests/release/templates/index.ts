/**
 * Fills every PowerPoint file of a folder with the sample deck, and checks the downloads. `npm run test:release -- deck`
 * runs this program. TEMPLATE_FILES names the folder; without it, the templates of our looks are checked.
 * TEMPLATE_SHEETS names a folder to which a contact sheet of each file is written, for a person to judge.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { openTemplate } from '../../../client/deck/index.ts';
import { sampleDeck } from '../../../client/stage/sample/deck.ts';
import { fromRoot } from '../../../server/stores/installed-files.ts';
import { endAll } from '../../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { convertAll, pagesOf } from '../impress.ts';
import { openSlidesOnPage } from '../slide-on-page.ts';
import { checkFile } from './check-file.ts';
import { pageOf, type Tile, writeContactSheet } from './contact-sheet.ts';
import { titlesOf } from './saved-again.ts';
import { schemaFaults } from './schema-faults.ts';
import { wordFaultsOf } from './word-faults.ts';

const folder = process.env.TEMPLATE_FILES ?? fromRoot('client/deck/templates');
const sheets = process.env.TEMPLATE_SHEETS;
const shown = [1, 3, 4, 5, 8];
const savedAgain = 'pptx:Impress MS PowerPoint 2007 XML';
/** Impress draws only the first slides of the visitor's own file. */
const firstPages = 'pdf:impress_pdf_Export:{"PageRange":{"type":"string","value":"1-3"}}';

const work = temporaryFolder();
for (const name of ['own', 'downloads', 'again', 'drawn']) mkdirSync(join(work, name));

interface Row {
  name: string;
  answer: string;
  openMs: number;
  fillMs: number;
  faults: string[];
  /** A copy of the file, under a name that no other file of the folder has. */
  own: string;
  download?: string;
}

const names = readdirSync(folder).filter((name) => /\.(pp|po)[ts][xm]?$/i.test(name));
const rows: Row[] = [];
for (const [index, name] of names.entries()) {
  const stem = String(index + 1).padStart(4, '0');
  const own = join(work, 'own', stem + extname(name).toLowerCase());
  copyFileSync(join(folder, name), own);
  const bytes = new Uint8Array(readFileSync(own));
  const { download, ...checked } = await checkFile(bytes, sampleDeck());
  const row: Row = { name, own, ...checked };
  if (download) {
    row.download = join(work, 'downloads', `${stem}.pptx`);
    writeFileSync(row.download, download);
    row.faults.push(...schemaFaults(row.download));
  }
  rows.push(row);
}

const downloads = rows.flatMap(({ download }) => download ?? []);
const drawn = convertAll(downloads, 'pdf', join(work, 'drawn'));
const again = convertAll(downloads, savedAgain, join(work, 'again'));
const own = sheets
  ? convertAll(
      rows.map((row) => row.own),
      firstPages,
      join(work, 'own'),
    )
  : new Map();

const onPage = sheets ? await openSlidesOnPage() : undefined;

/** Takes a picture of slide 4 on the page. @returns the path of a PNG file. */
async function pictureOfPage(file: string): Promise<string> {
  const picture = `${file}-page.png`;
  await onPage?.show(readFileSync(file), 4);
  await onPage?.slide.screenshot({ path: picture });
  return picture;
}

for (const row of rows) {
  if (!row.download) continue;
  const pdf = drawn.get(row.download);
  if (!pdf) row.faults.push('Impress does not open the download');
  const pages = pdf ? pagesOf(pdf) : [];
  if (pdf && pages.length !== 8) row.faults.push(`Impress draws ${pages.length} pages`);
  row.faults.push(...wordFaultsOf(pages));
  const saved = again.get(row.download);
  if (!saved) row.faults.push('Impress does not save the download again');
  else if ('refused' in (await openTemplate(new Uint8Array(readFileSync(saved)))))
    row.faults.push('the download that Impress saved again is refused');
  else if (titlesOf(saved).length !== 8) row.faults.push('Impress loses titles');
  if (!sheets || !pdf) continue;
  const ownPdf = own.get(row.own);
  const tiles: Tile[] = [
    ...(ownPdf
      ? [1, 2].map((page) => ({ label: `template, page ${page}`, pdf: ownPdf, page }))
      : []),
    ...shown.map((page) => ({ label: `download, slide ${page}`, pdf, page })),
  ].flatMap(({ label, pdf: from, page }) => {
    const picture = pageOf(from, page);
    return picture ? [{ label, picture }] : [];
  });
  tiles.push({ label: 'page, slide 4', picture: await pictureOfPage(row.own) });
  mkdirSync(sheets, { recursive: true });
  writeContactSheet(join(sheets, `${row.name}.png`), row.name, tiles);
}

await onPage?.close();
console.table(
  rows.map(({ name, answer, openMs, fillMs, faults }) => {
    return { file: name, answer, 'open ms': openMs, 'fill ms': fillMs, faults: faults.length };
  }),
);
for (const { name, faults } of rows.filter((row) => row.faults.length > 0))
  console.log(`${name}\n  ${faults.slice(0, 20).join('\n  ')}`);
const faulty = rows.filter(({ faults }) => faults.length > 0).length;
const read = rows.filter(({ answer }) => answer === 'read').length;
console.log(
  `${rows.length} files, ${read} read, ${rows.length - read} refused, ${faulty} with faults.`,
);
await endAll();
process.exitCode = faulty > 0 ? 1 : 0;
