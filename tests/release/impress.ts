import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { findProgram } from '../support/programs.ts';

/** LibreOffice Impress with our typefaces, and the words of the PDF files that it makes. */

export const office = findProgram('soffice') ?? '';
export const pdfToText = findProgram('pdftotext') ?? '';
const folder = temporaryFolder();

/** Fonts of our look, as files that Impress reads. */
function fontSettings(): string {
  const fonts = ['stix-two-text', 'instrument-sans'].map((name) => {
    return `<dir>${fromRoot(`node_modules/@expo-google-fonts/${name}`)}</dir>`;
  });
  const file = join(folder, 'fonts.conf');
  const system = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${system}${fonts.join('')}</fontconfig>`);
  return file;
}

/** Converts a file with Impress. @returns the path of the result. */
export function convert(file: string, filter: string, to = folder): string {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const env = { ...process.env, FONTCONFIG_FILE: fontSettings() };
  const words = [profile, '--headless', '--convert-to', filter, '--outdir', to, file];
  execFileSync(office, words, { env, stdio: 'ignore', timeout: 180_000 });
  const ending = filter.split(':')[0];
  return join(to, `${basename(file).replace(/\.\w+$/, '')}.${ending}`);
}

export function write(name: string, content: Uint8Array | string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

export interface Word {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The words on each page of a PDF, with their places in points. */
export function wordsOf(pdf: string): Word[][] {
  const output = execFileSync(pdfToText, ['-bbox', pdf, '-'], { encoding: 'utf8' });
  return output
    .split('<page ')
    .slice(1)
    .map((page) =>
      Array.from(
        page.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g),
        ([, left, top, right, bottom, text = '']) => {
          return {
            text,
            left: Number(left),
            top: Number(top),
            right: Number(right),
            bottom: Number(bottom),
          };
        },
      ),
    );
}
