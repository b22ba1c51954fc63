import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { fillTemplate, openTemplate } from '../../../client/deck/index.ts';
import { sampleDeck } from '../../../client/stage/sample/deck.ts';
import { fromRoot } from '../../../server/stores/installed-files.ts';
import { downloadFaults } from './check-file.ts';

/** The checks of `npm run test:release -- deck` find each kind of fault in a download. */

const folder = fromRoot('client/deck/templates');
const deck = sampleDeck();
type Parts = Record<string, Uint8Array>;
let whole: Parts;

beforeAll(async () => {
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.pptx'));
  const template = await openTemplate(new Uint8Array(readFileSync(join(folder, name))));
  if ('refused' in template) throw new Error(template.refused);
  whole = unzipSync(fillTemplate(template, deck));
});

/** Returns the first part whose path fits. */
const find = (parts: Parts, path: RegExp): string =>
  Object.keys(parts).find((name) => path.test(name)) ?? `no part like ${path}`;

/** Replaces a text in the first part whose path fits. Throws if the text is not there. */
function replace(parts: Parts, path: RegExp, text: RegExp | string, by: string): void {
  const name = find(parts, path);
  const before = strFromU8(parts[name] ?? new Uint8Array());
  const after = before.replace(text, () => by);
  if (after === before) throw new Error(`${name} has no ${text}`);
  parts[name] = strToU8(after);
}

const slide = /^ppt\/slides\/[^/]+\.xml$/;
const slideLinks = /^ppt\/slides\/_rels\//;

const breaks: [fault: RegExp, damage: string, apply: (parts: Parts) => void][] = [
  [
    /^no type: /,
    'a part has no type',
    (parts) => replace(parts, /Types/, /<Override [^>]*\/slides\/[^>]*>/, ''),
  ],
  [
    /^orphan: /,
    'no relationship leads to a part',
    (parts) => {
      parts['ppt/media/lost.xml'] = strToU8('<a/>');
    },
  ],
  [
    /leads to no part/,
    'a relationship leads to no part',
    (parts) => delete parts[find(parts, /notesSlide1/)],
  ],
  [
    /no relationship/,
    'a part uses an unknown relationship',
    (parts) => replace(parts, slideLinks, /Id="rId3"/, 'Id="rId99"'),
  ],
  [/ppt\/slides/, 'a part is not well-formed', (parts) => replace(parts, slide, '</p:sld>', '')],
  [
    /two slides have the id/,
    'two slides have one id',
    (parts) => {
      const [, id = ''] =
        /<p:sldId id="(\d+)"/.exec(
          strFromU8(parts[find(parts, /presentation\.xml$/)] ?? new Uint8Array()),
        ) ?? [];
      replace(
        parts,
        /presentation\.xml$/,
        new RegExp(`<p:sldId id="(?!${id})\\d+"`),
        `<p:sldId id="${id}"`,
      );
    },
  ],
  [
    /two shapes have the id/,
    'two shapes have one id',
    (parts) => replace(parts, slide, /<p:cNvPr id="3"/, '<p:cNvPr id="2"'),
  ],
  [
    /does not know its layout/,
    'a master does not know a layout',
    (parts) =>
      replace(
        parts,
        /slideMasters\/_rels\//,
        /relationships\/slideLayout"/g,
        'relationships/other"',
      ),
  ],
  [
    /relationships of package/,
    'a chart has no workbook',
    (parts) => replace(parts, /charts\/_rels\//, 'relationships/package"', 'relationships/other"'),
  ],
  [
    /^kept: ppt\/vbaProject/,
    'macros are kept',
    (parts) => {
      parts['ppt/vbaProject.bin'] = strToU8('macros');
      replace(
        parts,
        /presentation\.xml\.rels$/,
        '</Relationships>',
        '<Relationship Id="m" Type="x/vbaProject" Target="vbaProject.bin"/></Relationships>',
      );
      replace(
        parts,
        /Types/,
        '</Types>',
        '<Default Extension="bin" ContentType="application/octet-stream"/></Types>',
      );
    },
  ],
  [
    /^kept: a link to/,
    'an external link is kept',
    (parts) =>
      replace(
        parts,
        /slideMasters\/_rels\//,
        '</Relationships>',
        '<Relationship Id="x" Type="x/hyperlink" TargetMode="External" Target="https://a.example/"/></Relationships>',
      ),
  ],
  [
    /slide 1: text of 9 pt/,
    'text is small',
    (parts) => replace(parts, slide, /sz="1\d00"/, 'sz="900"'),
  ],
  [
    /leaves the slide/,
    'a shape leaves the slide',
    (parts) => replace(parts, slide, /<a:off x="[1-9]\d*"/, '<a:off x="99000000"'),
  ],
  [
    /no title/,
    'a slide has no title',
    (parts) => replace(parts, slide, /<p:ph type="title"[^>]*>/, '<p:ph type="body"/>'),
  ],
  [
    /0 disclaimers/,
    'a slide has no disclaimer',
    (parts) => replace(parts, slide, deck.disclaimer.slice(deck.disclaimer.indexOf(' ')), ' x'),
  ],
];

it('a whole download has no fault', () => {
  expect(downloadFaults(zipSync(whole), deck)).toEqual([]);
});

it.each(breaks)('%s is found when %s', (fault, _, apply) => {
  const parts = { ...whole };
  apply(parts);
  expect(downloadFaults(zipSync(parts), deck)).toContainEqual(expect.stringMatching(fault));
});
