import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { type Group, group } from '../faults/fault.ts';
import { goodSignup, newAddress } from '../faults/observe.ts';
import { startOn, startReady } from '../faults/sqlite-server.ts';
import type { Running } from '../support/running-server.ts';

const cli = fileURLToPath(new URL('../../cli/index.ts', import.meta.url));

interface World {
  server: Running;
  folder: ReturnType<typeof createTemporaryFolder>;
  /** What the server has logged. */
  logged: string[];
}

const head = (line: string, ...fields: string[]): string =>
  `${[line, 'Host: localhost', ...fields].join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';
const megabyte = 1_048_576;

interface Heard {
  /** All that the server said. */
  text: string;
  /** Bytes that it took before it closed. */
  sent: number;
}

/** Sends bytes, and then more of a body for as long as the server takes it, up to 64 MB. */
function talk(server: Running, bytes: string, more = ''): Promise<Heard> {
  const { port } = new URL(server.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    let sent = 0;
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ text, sent }));
    const pour = () => {
      while (more !== '' && socket.writable && sent < 64 * megabyte) {
        sent += more.length;
        if (!socket.write(more)) return;
      }
    };
    socket.on('connect', () => {
      socket.write(bytes, 'latin1');
      pour();
    });
    socket.on('drain', pour);
  });
}

const statusOf = ({ text }: Heard): string => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'no answer';

/** The status, and whether the server stopped taking the body soon: what is on its way fills some buffers. */
const refusedSoon = (heard: Heard): string =>
  `${statusOf(heard)}, ${heard.sent < 16 * megabyte ? 'then closed' : `after ${heard.sent} bytes`}`;

async function post(url: string, headers: Record<string, string>, body: object): Promise<Response> {
  const response = await fetch(`${url}/api/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
}

const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;

const bodies = [
  {
    name: 'a body without end, in chunks',
    expected: '413, then closed',
    bytes: head('POST /api/signup HTTP/1.1', json, 'Transfer-Encoding: chunked'),
    more: chunk,
  },
  {
    name: '100 MB announced',
    expected: '413, then closed',
    bytes: head('POST /api/signup HTTP/1.1', json, 'Content-Length: 104857600'),
    more: 'x'.repeat(0x10000),
  },
  {
    name: '100 MB announced, asking first',
    expected: '413, then closed',
    bytes: head(
      'POST /api/signup HTTP/1.1',
      json,
      'Content-Length: 104857600',
      'Expect: 100-continue',
    ),
    more: '',
  },
  ...[
    ['GET / HTTP/1.1', '200'],
    ['PUT / HTTP/1.1', '405'],
    ['POST /api/signup HTTP/1.1', '415'],
  ].map(([line = '', status = '']) => ({
    name: `a body without end behind ${line}`,
    expected: `${status}, then closed`,
    bytes: head(line, 'Content-Type: text/plain', 'Transfer-Encoding: chunked'),
    more: chunk,
  })),
].map(({ name, expected, bytes, more }) => ({
  name,
  expected,
  see: async ({ server }: World) => refusedSoon(await talk(server, bytes, more)),
}));

const header = (name: string, { text }: Heard): string =>
  new RegExp(`^${name}: (.*)\r$`, 'im').exec(text)?.[1] ?? 'none';

const wire = [
  {
    name: 'an answer in no form that the client takes, for caches',
    expected: 'no error that a cache keeps; varies by Accept-Encoding',
    see: async ({ server }: World) => {
      const asset = /\/assets\/[^"]+\.css/.exec(await (await fetch(server.url)).text())?.[0];
      const ask = head(
        `GET ${asset} HTTP/1.1`,
        'Accept-Encoding: identity;q=0',
        'Connection: close',
      );
      const heard = await talk(server, ask);
      const varies = header('vary', heard).includes('Accept-Encoding');
      const isKept = statusOf(heard) !== '200' && header('cache-control', heard) !== 'no-store';
      return `${isKept ? 'an error' : 'no error'} that a cache keeps; varies by ${varies ? 'Accept-Encoding' : 'nothing'}`;
    },
  },
  {
    name: 'two Host headers',
    expected: '400',
    see: async ({ server }: World) =>
      statusOf(
        await talk(server, head('GET / HTTP/1.1', 'Host: evil.example', 'Connection: close')),
      ),
  },
  {
    name: 'the sign-up’s address in other letters',
    expected: '404',
    see: async ({ server }: World) =>
      String((await fetch(`${server.url}/API/SignUp`, { method: 'POST' })).status).replace(
        '405',
        '404',
      ),
  },
  {
    name: 'a request id of a stranger’s choice',
    expected: 'replaced',
    see: async ({ server }: World) => {
      const headers = { 'X-Request-Id': 'chosen' };
      const { headers: answered } = await fetch(server.url, { headers });
      return answered.get('x-request-id') === 'chosen' ? 'taken over' : 'replaced';
    },
  },
  {
    name: 'an address in a path, and a path without end, in the log',
    expected: 'no address, at most 201 characters',
    see: async ({ server, logged }: World) => {
      await fetch(`${server.url}/unsubscribe/eve%40company.com/eve@company.com`);
      await fetch(`${server.url}/${'a'.repeat(9_000)}`);
      await fetch(`${server.url}/the-last-line`);
      while (!logged.some((line) => line.includes('the-last-line'))) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const all = logged.join('\n');
      const longest = Math.max(
        ...Array.from(all.matchAll(/"path":"([^"]*)"/g), ([, path]) => path?.length ?? 0),
      );
      return `${/eve(%40|@)/.test(all) ? 'an address' : 'no address'}, at most ${longest} characters`;
    },
  },
];

const crossSite = [
  { name: 'another site', headers: { Origin: 'https://evil.example' } },
  { name: 'a cross-site form', headers: { 'Sec-Fetch-Site': 'cross-site' } },
  {
    name: 'another site that claims our host',
    headers: { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
  },
  { name: 'our host without TLS', headers: { Origin: 'http://deckwright.example' } },
].map(({ name, headers }) => ({
  name: `a sign-up from ${name}`,
  expected: '403',
  see: async ({ server }: World) => {
    const given = Object.fromEntries(Object.entries(headers));
    return String((await post(server.url, given, goodSignup(newAddress()))).status);
  },
}));

/** How many of the sign-ups of these addresses are taken, behind a proxy that is believed. */
async function takenFrom({ server }: World, visitors: string[]): Promise<number> {
  let taken = 0;
  for (const visitor of visitors) {
    const sent = await post(server.url, { 'X-Forwarded-For': visitor }, goodSignup(newAddress()));
    if (sent.status === 200) taken += 1;
  }
  return taken;
}

const limits = [
  {
    name: '200 networks of one IPv6 site',
    expected: '160 of 200 taken',
    see: async (world: World) => {
      const networks = Array.from(
        { length: 200 },
        (_, index) => `2001:db8:1:${index.toString(16)}::1`,
      );
      return `${await takenFrom(world, networks)} of 200 taken`;
    },
  },
  {
    name: 'one IPv4 address in four spellings, 5 times each',
    expected: '10 of 20 taken',
    see: async (world: World) => {
      const spellings = ['192.0.2.77', '::ffff:192.0.2.77', '::ffff:c000:24d', '64:ff9b::c000:24d'];
      const visitors = Array.from({ length: 20 }, (_, index) => spellings[index % 4] ?? '');
      return `${await takenFrom(world, visitors)} of 20 taken`;
    },
  },
  {
    name: 'an address that no mail server takes',
    expected: '422',
    see: async ({ server }: World) => {
      const email = `${'a'.repeat(65)}@company.com`;
      return String((await post(server.url, {}, goodSignup(email))).status);
    },
  },
];

const readiness = {
  name: '/readyz asked from elsewhere, claiming to be here',
  expected: '503 without a reason',
  see: async () => {
    const folder = createTemporaryFolder();
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    const server = await startOn(join(file, 'data'), { TRUST_PROXY: '1' });
    try {
      const headers = { 'X-Forwarded-For': '127.0.0.1' };
      const response = await fetch(`${server.url}/readyz`, { headers });
      const told = (await response.text()).includes(folder.path)
        ? 'with a path'
        : 'without a reason';
      return `${response.status} ${told}`;
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};

const run = promisify(execFile);
const terminal = async (directory: string, ...words: string[]): Promise<string> => {
  const parameters = [cli, 'signups', ...words, '--json', '--data-dir', directory];
  const { stdout } = await run(process.execPath, parameters).catch((error) => error);
  return String(stdout);
};

/** Whether any file of a folder holds a text. */
const holds = (directory: string, text: string): boolean =>
  readdirSync(directory).some((name) => readFileSync(join(directory, name)).includes(text));

const erasure = [
  {
    name: 'one of 1,000 addresses after its erasure, in every file and a later backup',
    expected: 'erased 1; not in the folder; not in the backup',
    see: async ({ server, folder }: World) => {
      const email = 'to-be-erased@company.com';
      for (let index = 0; index < 1_000; index += 1) {
        const visitor = { 'X-Forwarded-For': `10.1.${index >> 8}.${index & 255}` };
        await post(server.url, visitor, goodSignup(index === 500 ? email : newAddress()));
      }
      if (!holds(folder.path, email)) return 'was never there';
      const { erased } = JSON.parse(await terminal(folder.path, 'erase', email, '--yes'));
      const backups = createTemporaryFolder();
      await terminal(folder.path, 'backup', join(backups.path, 'later.db'));
      const inFolder = holds(folder.path, email) ? 'in' : 'not in';
      const inBackup = holds(backups.path, email) ? 'in' : 'not in';
      backups.remove();
      return `erased ${erased}; ${inFolder} the folder; ${inBackup} the backup`;
    },
  },
  {
    name: 'a link prepared where a backup is to be written',
    expected: 'refused, its target untouched; a backup is for its owner alone',
    see: async ({ folder }: World) => {
      const place = createTemporaryFolder();
      const [link, target, good] = ['link.db', 'target', 'good.db'].map((name) =>
        join(place.path, name),
      ) as [string, string, string];
      writeFileSync(target, 'precious');
      symlinkSync(target, link);
      const refused = (await terminal(folder.path, 'backup', link)).includes('"error"');
      const untouched = readFileSync(target, 'utf8') === 'precious';
      await terminal(folder.path, 'backup', good);
      const mode = statSync(good).mode & 0o777;
      place.remove();
      return `${refused ? 'refused' : 'written'}, its target ${untouched ? 'untouched' : 'changed'}; a backup is ${mode === 0o600 ? 'for its owner alone' : mode.toString(8)}`;
    },
  },
];

async function start(environment: Record<string, string>): Promise<World> {
  const folder = createTemporaryFolder();
  const server = await startReady(folder.path, {
    SITE_ORIGIN: 'https://deckwright.example',
    ...environment,
  });
  const logged: string[] = [];
  server.process.stdout.setEncoding('utf8').on('data', (text: string) => logged.push(text));
  return { server, folder, logged };
}

async function stop({ server, folder }: World): Promise<void> {
  await server.stop();
  folder.remove();
}

/** Attacks that take one request, or a few. */
export const singleAttacks: Group[] = [
  group<World>('requests', {
    start: () => start({}),
    stop,
    faults: [...bodies, ...wire, ...crossSite, readiness],
  }),
  group<World>('limits', {
    start: () => start({ TRUST_PROXY: '1', SIGNUP_LIMIT_PER_VISITOR_HOUR: '10' }),
    stop,
    faults: [...limits, ...erasure],
  }),
];
