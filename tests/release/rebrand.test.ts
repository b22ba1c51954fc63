import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import pRetry from 'p-retry';
import { beforeAll, expect, test } from 'vitest';
import { startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { locations } from '../../shared/build-output.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startReady } from '../support/built-server.ts';
import { goodSignup, newAddress, signUp } from '../support/sign-up.ts';

/** Another brand, whose values have every letter that HTML, SVG, XML, a header or a file name must escape. */
const name = 'Ebb & Flöde’s <Boat>';
const changes: readonly [file: string, from: string | RegExp, to: string][] = [
  ['shared/site.ts', "name: 'Deckwright'", `name: ${JSON.stringify(name)}`],
  [
    'shared/site.ts',
    "'Strategy decks', 'in minutes,', 'not weeks.'",
    "'A berth', 'by noon,', '“$&” not later.'",
  ],
  ['shared/site.ts', 'hello@deckwright.example', 'harbour@flode.example'],
  ['shared/colors.ts', "marker: ['#f3e83c', '#ede24a']", "marker: ['#7fd4c1', '#7fd4c1']"],
  [
    'client/brand/logo.svg',
    /<path class="logo-sheet"[^>]*>/,
    '<circle class="logo-sheet" cx="16" cy="12" r="11"/>',
  ],
];

/** Returns each place of a text that has the old name, as the product’s name or as a part of an address or an id. */
const oldNames = (text: string): string[] =>
  Array.from(text.matchAll(/.{0,40}deckwright.{0,40}/gi), ([place]) => place);

/** Copies the project, changes its brand and builds it. Returns the folder. */
function buildOtherBrand(): string {
  const folder = temporaryFolder();
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: fromRoot('.'), encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) {
    cpSync(fromRoot(file), join(folder, file), { recursive: true });
  }
  // Hard links, because the build finds the files of a symbolic link outside of the project.
  execFileSync('cp', ['-al', fromRoot('node_modules'), folder]);
  for (const [file, from, to] of changes) {
    const path = join(folder, file);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(from, () => to);
    expect(after, `${file} has ${from}`).not.toBe(before);
    writeFileSync(path, after);
  }
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npm', ['run', 'build'], { cwd: folder, env, stdio: 'pipe' });
  return folder;
}

let folder: string;
let url: string;
let mails: Awaited<ReturnType<typeof startMailbox>>['mails'];

beforeAll(async () => {
  folder = buildOtherBrand();
  const mailbox = await startMailbox();
  mails = mailbox.mails;
  const environment = { MAIL_URL: mailbox.url, MAIL_FROM: 'harbour@flode.example' };
  const entry = join(folder, locations.server, 'index.js');
  ({ url } = await startReady(temporaryFolder(), environment, undefined, entry));
}, 300_000);

/** Returns the text of a response of the server. */
const read = async (path: string): Promise<string> => (await fetch(url + path)).text();

test('no page, file or script that the rebranded site serves has the old name, and each page has the new one', async () => {
  const sitemap = await read('/sitemap.xml');
  const pages = [...sitemap.matchAll(/<loc>[^<]*?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    ([, path]) => path ?? '',
  );
  expect(pages).toContain('/');
  const files = ['/robots.txt', '/site.webmanifest', '/.well-known/security.txt', '/favicon.svg'];
  const assets = new Set<string>();
  for (const path of [...pages, '/nowhere', '/early-access/joined', ...files]) {
    const text = await read(path);
    expect(oldNames(text), path).toEqual([]);
    if (text.startsWith('<!doctype html>'))
      expect(text).toContain('Ebb &amp; Flöde’s &lt;Boat&gt;');
    for (const [asset] of text.matchAll(/\/assets\/[\w.-]+/g)) assets.add(asset);
  }
  for (const path of assets) {
    const text = await read(path);
    // A script names the scripts that it loads later.
    for (const [, file] of text.matchAll(/["'`](?:\.\/|assets\/)([\w-]+\.(?:js|css))["'`]/g)) {
      assets.add(`/assets/${file}`);
    }
    expect(oldNames(text), path).toEqual([]);
  }
});

test('a share card of the rebranded site is made, although the name has letters that SVG escapes', async () => {
  const response = await fetch(`${url}/share/home.png`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('the mail and the entry page of the rebranded site have the new name only', async () => {
  const email = newAddress();
  expect(await signUp(url, goodSignup(email))).toBe(200);
  const mail = await pRetry(
    () => {
      const [first] = mails;
      if (!first) throw new Error('no mail has come');
      return first;
    },
    { retries: 200, minTimeout: 100, maxTimeout: 100 },
  );
  expect(mail.from?.value[0]?.name).toBe(name);
  const texts = [mail.subject, mail.text, mail.html].join('\n');
  expect(texts).toContain(name);
  expect(oldNames(texts)).toEqual([]);
  const [link = ''] = mail.text?.match(/\/early-access\/entry\?token=[\w.-]+/) ?? [];
  const entry = await read(link);
  expect(entry).toContain(email);
  expect(oldNames(entry)).toEqual([]);
});

test('the sample deck of the rebranded site has the old name in no part', async () => {
  const [path = ''] = (await read('/')).match(/\/assets\/sample-deck-[\w.-]+\.pptx/) ?? [];
  const response = await fetch(url + path);
  expect(response.status).toBe(200);
  const parts = unzipSync(new Uint8Array(await response.arrayBuffer()));
  for (const [part, bytes] of Object.entries(parts)) {
    if (/\.(xml|rels)$/.test(part)) expect(oldNames(strFromU8(bytes)), part).toEqual([]);
  }
});

test('the terminal of the rebranded site greets with the new name', () => {
  const help = execFileSync(process.execPath, [join(folder, 'cli/deckwright.js'), '--help'], {
    cwd: dirname(folder),
    encoding: 'utf8',
  });
  expect(help).toContain(name);
  expect(help).not.toMatch(/Deckwright/);
});
