import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
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

/** Runs Impress once for several files. Throws if Impress fails or needs more time than `timeoutMs`. */
function run(files: readonly string[], filter: string, to: string, timeoutMs: number): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const env = { ...process.env, FONTCONFIG_FILE: fontSettings() };
  const words = [profile, '--headless', '--convert-to', filter, '--outdir', to, ...files];
  execFileSync(office, words, { env, stdio: 'ignore', timeout: timeoutMs });
}

const converted = (file: string, filter: string, to: string): string =>
  join(to, `${basename(file).replace(/\.\w+$/, '')}.${filter.split(':')[0]}`);

/** Converts a file with Impress. @returns the path of the result. */
export function convert(file: string, filter: string, to = folder): string {
  run([file], filter, to, 180_000);
  return converted(file, filter, to);
}

/**
 * Converts many files, ten in one run of Impress. When a run fails, its files are converted one by one.
 * @returns the path of each result by the path of its file, without the files that Impress does not open.
 */
export function convertAll(
  files: readonly string[],
  filter: string,
  to: string,
): Map<string, string> {
  for (let at = 0; at < files.length; at += 10) {
    const batch = files.slice(at, at + 10);
    try {
      run(batch, filter, to, 240_000);
    } catch {
      for (const file of batch.filter((one) => !existsSync(converted(one, filter, to)))) {
        try {
          run([file], filter, to, 60_000);
        } catch {
          console.warn(`Impress does not convert ${basename(file)}.`);
        }
      }
    }
  }
  const results = files.map((file) => [file, converted(file, filter, to)] as const);
  return new Map(results.filter(([, result]) => existsSync(result)));
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

/** A page of a PDF, in points. */
export interface PdfPage {
  width: number;
  height: number;
  words: Word[];
}

/** Returns the pages of a PDF with their words and the places of these. */
export function pagesOf(pdf: string): PdfPage[] {
  const output = execFileSync(pdfToText, ['-bbox', pdf, '-'], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return output
    .split('<page ')
    .slice(1)
    .map((page) => {
      const [, width, height] = /width="(.*?)" height="(.*?)"/.exec(page) ?? [];
      const words = Array.from(
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
      );
      return { width: Number(width), height: Number(height), words };
    });
}
