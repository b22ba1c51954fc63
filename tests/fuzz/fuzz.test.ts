import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectRaw } from '../../server/testing/raw-connection.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startReady } from '../support/built-server.ts';
import { isRelease } from '../support/release.ts';
import { signUp } from '../support/sign-up.ts';
import { type Sending, sending } from './requests.ts';

/** Made together, and sent over so many connections at once. */
const [batch, together] = [500, 24];
const batches = isRelease ? 100 : 2;
/** The same seed sends the same. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Mebibytes that count as flat: a fresh process settles over its first requests. */
const flat = 100;
/** How long silence is borne where an answer is owed, and where none may come; in milliseconds. */
const patienceMs = { owed: 30_000, perhaps: 60 } as const;

/** Sends over a connection of its own, and hears until it has ended or nothing comes any more. */
async function exchange(port: number, { pieces, isCut, isOwed }: Sending) {
  const { socket, heard, ended } = await connectRaw(port);
  // Hung up on between the pieces, Node throws away an answer that is there already.
  let isCutShort = false;
  socket.on('error', () => {
    isCutShort = pieces.length > 1;
  });
  const timeout = isOwed ? patienceMs.owed : patienceMs.perhaps;
  socket.setNoDelay(true).setTimeout(timeout, () => socket.destroy());
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece);
    await nextTurn();
  }
  if (isCut) socket.resetAndDestroy();
  await ended;
  return { heard: heard().replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''), isCutShort };
}

/** What may be read in no answer: where our files lie, how our code is called, and what was sent. */
const internals = {
  'a stack': /\n\s+at [^\n]+:\d+/,
  'a file of ours': /\/(server|shared|dist|node_modules|supabase)\/[\w./-]+\.(ts|js|mjs|sql)/,
  'a module of Node’s': /node:internal|node:http/,
  'the name of an error class': /\b(SyntaxError|TypeError|RangeError|URIError|ZodError)\b/,
  'the home of a file': /\/(home|root|tmp|work|usr|etc)\/[\w.-]+/,
  'a tag that it was sent': /<script>alert\(1\)/,
};
/** Headers that every answer has, and that none has. */
const obligatory = ['content-security-policy', 'x-content-type-options', 'referrer-policy'];
const forbidden = ['x-injected', 'set-cookie', 'x-powered-by', 'access-control-allow-origin'];

/** A fault of the server’s that is not among the documented ones. */
function faultOf(status: number, body: string): string[] {
  const code = /"code":"(\w+)"/.exec(body)?.[1] ?? 'none';
  const documented = Object.entries(signupErrors).find(([name]) => name === code)?.[1].status;
  const isFault = status >= 500 && (documented !== status || code === 'internal');
  return isFault ? [`an undocumented ${status}: ${code}`] : [];
}

const leadsAway = (location: string): boolean =>
  !/^\/(?![/\\])/.test(location) ||
  !URL.parse(location, 'http://ours.invalid')?.host.endsWith('ours.invalid');

/** Everything that is wrong with one answer, in words that are the same for the same fault. */
function problemsOf(answer: string): string[] {
  const [, status, head, body = ''] =
    /^HTTP\/1\.1 (\d{3}) .*?\r\n(.*?)\r\n\r\n(.*)$/s.exec(answer) ?? [];
  if (head === undefined) return ['an answer that is none'];
  const names = head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase());
  const location = /^location: (.*)$/im.exec(head)?.[1]?.trim();
  return [
    ...faultOf(Number(status), body),
    ...Object.entries(internals).flatMap(([what, told]) =>
      told.test(body) ? `tells ${what}` : [],
    ),
    ...obligatory.filter((name) => !names.includes(name)).map((name) => `lacks ${name}`),
    ...forbidden.filter((name) => names.includes(name)).map((name) => `carries ${name}`),
    ...(location !== undefined && leadsAway(location) ? [`leads to ${location}`] : []),
  ];
}

test(`${batch * batches} requests that no browser sends: nothing breaks, and nothing is given away`, async () => {
  const server = await startReady(temporaryFolder());
  const complaints: string[] = [];
  server.process.stdout.setEncoding('utf8').on('data', (text: string) => {
    complaints.push(...text.split('\n').filter((line) => /"level":(50|60)/.test(line)));
  });
  server.process.stderr.on('data', (chunk) => complaints.push(String(chunk)));
  /** Problem → the first sending that showed it. */
  const findings = new Map<string, string>();
  const port = Number(new URL(server.url).port);
  const one = async (sent: Sending): Promise<void> => {
    const { heard, isCutShort } = await exchange(port, sent);
    const missing = sent.isOwed && !isCutShort ? ['no answer at all'] : [];
    for (const problem of heard === '' ? missing : problemsOf(heard)) {
      const text = Buffer.concat(sent.pieces).toString('latin1').slice(0, 600);
      findings.set(problem, findings.get(problem) ?? JSON.stringify(text));
    }
  };
  let settled = 0;
  for (let round = 0; round < batches; round += 1) {
    const sendings = fc.sample(sending, { numRuns: batch, seed: seed + round });
    const sender = async () => {
      for (let sent = sendings.pop(); sent; sent = sendings.pop()) await one(sent);
    };
    await Promise.all(Array.from({ length: together }, sender));
    if (round <= batches / 3) settled = server.memoryMiB();
  }
  expect(Object.fromEntries(findings), `seed ${seed}`).toEqual({});
  expect(complaints).toEqual([]);
  expect(server.memoryMiB() - settled).toBeLessThan(flat);
  for (const path of ['/', '/upload', '/healthz', '/readyz']) {
    expect((await fetch(server.url + path)).status).toBe(200);
  }
  expect(await signUp(server.url)).toBe(200);
});
