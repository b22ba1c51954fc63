import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../server/project/files.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { startOn, startReady } from '../support/built-server.ts';
import type { Running } from '../support/running-server.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

/** What an attacker tries with one request or a few, what must come of it, and a way to try it. */
interface Attack {
  name: string;
  expected: string;
  /** Says in the words of `expected` what came of it. */
  see(): Promise<string>;
}

const folder = createTemporaryFolder();
const logged: string[] = [];
let server: Running;

const post = (headers: Record<string, string>, email?: string) =>
  signUp(server.url, goodSignup(email), headers);

interface Heard {
  status: string;
  /** All that the server said. */
  text: string;
  /** Bytes of a body that it took before it closed. */
  taken: number;
}

const megabyte = 1_048_576;

/** Sends a head, and then more of a body for as long as the server takes it, up to 64 MB. */
function talk(line: string, fields: string[], more = ''): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    let taken = 0;
    const pour = () => {
      while (more !== '' && socket.writable && taken < 64 * megabyte) {
        taken += more.length;
        if (!socket.write(more)) return;
      }
    };
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {});
    socket.on('drain', pour);
    socket.on('connect', () => {
      socket.write(`${[line, 'Host: localhost', ...fields].join('\r\n')}\r\n\r\n`, 'latin1');
      pour();
    });
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'no answer';
      resolve({ status, text, taken });
    });
  });
}

const json = 'Content-Type: application/json';
const announced = 'Content-Length: 104857600';
const chunked = 'Transfer-Encoding: chunked';
const piece = 'x'.repeat(0x10000);
const chunk = `10000\r\n${piece}\r\n`;

const bodies: Attack[] = (
  [
    ['a body without end, in chunks', 'POST /api/signup', [json, chunked], chunk, '413'],
    ['100 MB announced', 'POST /api/signup', [json, announced], piece, '413'],
    [
      '100 MB announced, asking first',
      'POST /api/signup',
      [json, announced, 'Expect: 100-continue'],
      '',
      '413',
    ],
    ['a body without end behind GET /', 'GET /', [chunked], chunk, '200'],
    ['a body without end behind PUT /', 'PUT /', [chunked], chunk, '405'],
    [
      'a body without end as text',
      'POST /api/signup',
      ['Content-Type: text/plain', chunked],
      chunk,
      '415',
    ],
  ] as const
).map(([name, line, fields, more, status]) => ({
  name,
  expected: `${status}, then closed`,
  async see() {
    const heard = await talk(`${line} HTTP/1.1`, [...fields], more);
    // What is on its way fills some buffers.
    const isSoon = heard.taken < 16 * megabyte;
    return `${heard.status}, ${isSoon ? 'then closed' : `after ${heard.taken} bytes`}`;
  },
}));

const headOf = ({ text }: Heard, name: string): string =>
  new RegExp(`^${name}: (.*)\r$`, 'im').exec(text)?.[1] ?? 'none';

const close = 'Connection: close';
const wire: Attack[] = [
  {
    name: 'an asset in no form that the client takes, for caches',
    expected: '200, varies by Accept-Encoding',
    async see() {
      const asset = /\/assets\/[^"]+\.css/.exec(await (await fetch(server.url)).text())?.[0];
      const fields = ['Accept-Encoding: identity;q=0', close];
      const heard = await talk(`GET ${asset} HTTP/1.1`, fields);
      return `${heard.status}, varies by ${headOf(heard, 'vary')}`;
    },
  },
  {
    name: 'two Host headers',
    expected: '400',
    see: async () => (await talk('GET / HTTP/1.1', ['Host: evil.example', close])).status,
  },
  {
    name: 'the sign-up’s address in other letters',
    expected: '405',
    see: async () => (await talk('POST /API/SignUp HTTP/1.1', [json, close])).status,
  },
  {
    name: 'a request id of a stranger’s choice',
    expected: 'replaced',
    async see() {
      const heard = await talk('GET / HTTP/1.1', ['X-Request-Id: chosen', close]);
      return headOf(heard, 'x-request-id') === 'chosen' ? 'taken over' : 'replaced';
    },
  },
  {
    name: 'an address in a path, and a path without end, in the log',
    expected: 'no address, at most 201 characters',
    async see() {
      await fetch(`${server.url}/unsubscribe/eve%40company.com/eve@company.com`);
      await fetch(`${server.url}/${'a'.repeat(9_000)}`);
      await fetch(`${server.url}/the-last-line`);
      await expect.poll(() => logged.join('')).toContain('the-last-line');
      const all = logged.join('');
      const paths = Array.from(all.matchAll(/"path":"([^"]*)"/g), ([, path = '']) => path.length);
      const address = /eve(%40|@)/.test(all) ? 'an address' : 'no address';
      return `${address}, at most ${Math.max(...paths)} characters`;
    },
  },
  {
    name: 'an address that no mail server takes',
    expected: '422',
    see: async () => String(await post({}, `${'a'.repeat(65)}@company.com`)),
  },
  {
    name: '/readyz asked from elsewhere, claiming to be here',
    expected: '503 without a reason',
    async see() {
      const file = join(folder.path, 'file');
      writeFileSync(file, '');
      const unready = await startOn(join(file, 'data'), { TRUST_PROXY: '1' });
      const headers = { 'X-Forwarded-For': '127.0.0.1' };
      const response = await fetch(`${unready.url}/readyz`, { headers });
      const isTold = (await response.text()).includes(folder.path);
      await unready.stop();
      return `${response.status} ${isTold ? 'with a path' : 'without a reason'}`;
    },
  },
];

const crossSite: Attack[] = Object.entries({
  'another site': { Origin: 'https://evil.example' },
  'a cross-site form': { 'Sec-Fetch-Site': 'cross-site' },
  'another site that claims our host': {
    Origin: 'https://evil.example',
    'X-Forwarded-Host': 'evil.example',
  },
  'our host without TLS': { Origin: 'http://deckwright.example' },
}).map(([name, headers]) => ({
  name: `a sign-up from ${name}`,
  expected: '403',
  see: async () => String(await post(headers as Record<string, string>)),
}));

/** How many of the sign-ups of these visitors are taken, behind a proxy that is believed. */
async function takenFrom(visitors: string[]): Promise<string> {
  let taken = 0;
  for (const visitor of visitors) {
    if ((await post({ 'X-Forwarded-For': visitor })) === 200) taken += 1;
  }
  return `${taken} of ${visitors.length} taken`;
}

const spellings = ['192.0.2.77', '::ffff:192.0.2.77', '::ffff:c000:24d', '64:ff9b::c000:24d'];

const limits: Attack[] = [
  {
    name: '200 networks of one IPv6 site',
    expected: '160 of 200 taken',
    see: () =>
      takenFrom(Array.from({ length: 200 }, (_, at) => `2001:db8:1:${at.toString(16)}::1`)),
  },
  {
    name: 'one IPv4 address in four spellings, 5 times each',
    expected: '10 of 20 taken',
    see: () => takenFrom(Array.from({ length: 20 }, (_, at) => spellings[at % 4] ?? '')),
  },
];

const terminal = (...words: string[]): Promise<string> =>
  new Promise((resolve) => {
    const given = ['signups', ...words, '--json', '--data-dir', join(folder.path, 'data')];
    execFile(process.execPath, [fromRoot('cli/index.ts'), ...given], (_error, stdout) =>
      resolve(stdout),
    );
  });

/** Whether any file of a folder holds a text. */
const holds = (directory: string, text: string): boolean =>
  readdirSync(directory).some((name) => readFileSync(join(directory, name)).includes(text));

const files: Attack[] = [
  {
    name: 'one of 1,000 addresses after its erasure, in every file and a later backup',
    expected: 'was there; erased 1; not in the folder; not in the backup',
    async see() {
      const email = 'to-be-erased@company.com';
      const data = join(folder.path, 'data');
      const sent = Array.from({ length: 1_000 }, (_, at) =>
        post({ 'X-Forwarded-For': `10.1.${at >> 8}.${at & 255}` }, at === 500 ? email : undefined),
      );
      await Promise.all(sent);
      const was = holds(data, email) ? 'was there' : 'was never there';
      const { erased } = JSON.parse(await terminal('erase', email, '--yes'));
      const backups = createTemporaryFolder();
      await terminal('backup', join(backups.path, 'later.db'));
      const found = [data, backups.path].map((place) => (holds(place, email) ? 'in' : 'not in'));
      backups.remove();
      return `${was}; erased ${erased}; ${found[0]} the folder; ${found[1]} the backup`;
    },
  },
  {
    name: 'a link prepared where a backup is to be written',
    expected: 'refused, its target untouched; a backup has mode 600',
    async see() {
      const [link, target, good] = ['link.db', 'target', 'good.db'].map((name) =>
        join(folder.path, name),
      ) as [string, string, string];
      writeFileSync(target, 'precious');
      symlinkSync(target, link);
      const isRefused = (await terminal('backup', link)).includes('"error"');
      const isUntouched = readFileSync(target, 'utf8') === 'precious';
      await terminal('backup', good);
      const mode = (statSync(good).mode & 0o777).toString(8);
      const told = isRefused ? 'refused' : 'written';
      return `${told}, its target ${isUntouched ? 'untouched' : 'changed'}; a backup has mode ${mode}`;
    },
  },
];

describe.each([
  { what: 'requests', environment: {}, attacks: [...bodies, ...wire, ...crossSite] },
  {
    what: 'visitors and files behind a proxy that is believed',
    environment: { TRUST_PROXY: '1', SIGNUP_LIMIT_PER_VISITOR_HOUR: '10' },
    attacks: [...limits, ...files],
  },
])('$what', ({ environment, attacks }) => {
  beforeAll(async () => {
    const settings = { SITE_ORIGIN: 'https://deckwright.example', ...environment };
    server = await startReady(join(folder.path, 'data'), settings);
    server.process.stdout.setEncoding('utf8').on('data', (text: string) => logged.push(text));
  });
  afterAll(() => server.stop());

  test.for(attacks)('$name: $expected', async ({ expected, see }, { annotate }) => {
    const seen = await see();
    await annotate(seen);
    expect(seen).toBe(expected);
  });
});

afterAll(folder.remove);
