import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectRaw } from '../../server/testing/raw-connection.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { memoryMiB, startReady } from '../support/built-server.ts';
import { isRelease } from '../support/release.ts';
import { signUp } from '../support/sign-up.ts';
import { type Sending, sending } from './requests.ts';

/** How often requests are sent, up to so many at once. */
const [rounds, together] = [isRelease ? 3_200 : 64, 24];
/** The same seed sends the same. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Mebibytes that count as flat: a fresh process settles over its first requests. */
const flat = 100;
/** How long silence is borne where an answer is owed, and where none may come; in milliseconds. */
const patienceMs = { owed: 30_000, perhaps: 60 } as const;

/** Sends over a connection of its own, and hears until it has ended or nothing comes any more. @returns what is wrong. */
async function send(port: number, { pieces, isCut, isOwed }: Sending): Promise<string[]> {
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
  const answer = heard().replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const missing = isOwed && !isCutShort ? ['no answer at all'] : [];
  const sent = JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, 600));
  return (answer === '' ? missing : problemsOf(answer)).map((what) => `${what} after ${sent}`);
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

/** Everything that is wrong with one answer. */
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

test('requests that no browser sends: nothing breaks, and nothing is given away', async () => {
  const server = await startReady(temporaryFolder());
  const port = Number(new URL(server.url).port);
  const crowd = fc.array(sending, { minLength: 1, maxLength: together, size: 'max' });
  const isHarmless = fc.asyncProperty(crowd, async (sendings) => {
    const problems = await Promise.all(sendings.map((sent) => send(port, sent)));
    expect(problems.flat()).toEqual([]);
  });
  await fc.assert(isHarmless, { seed, numRuns: rounds / 4 });
  const settled = memoryMiB(server);
  await fc.assert(isHarmless, { seed: seed + 1, numRuns: rounds });
  expect(server.said.out.match(/.*"level":[56]0.*/g)).toBeNull();
  expect(server.said.err).toBe('');
  expect(memoryMiB(server) - settled).toBeLessThan(flat);
  for (const path of ['/', '/upload', '/healthz', '/readyz']) {
    expect((await fetch(server.url + path)).status).toBe(200);
  }
  expect(await signUp(server.url)).toBe(200);
});
