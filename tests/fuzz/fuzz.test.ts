import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectRaw } from '../../server/testing/raw-connection.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { memoryMiB, startReady } from '../support/built-server.ts';
import { signUp } from '../support/sign-up.ts';
import { type Sending, sending } from './requests.ts';

/** The number of rounds, and the most requests that a round sends at once. */
const [rounds, together] = [3_200, 24];
/** The same seed sends the same requests. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Mebibytes by which the memory may grow after the first rounds. */
const mostGrowth = 100;
/** Milliseconds that the test waits for a response: one that must come, and one that may not come. */
const timeoutMs = { owed: 30_000, perhaps: 60 } as const;

let clients = 0;
/** Returns the address of the next client. One address would reach the server’s limit of new connections. */
function nextClient(): string {
  clients += 1;
  return `127.${1 + ((clients >> 16) & 127)}.${(clients >> 8) & 255}.${clients & 255}`;
}

/**
 * Sends one request over a new connection, and reads until the connection ends or the wait is over.
 * @returns every problem of the response.
 */
async function send(port: number, { pieces, isCut, isOwed }: Sending): Promise<string[]> {
  const { socket, heard, ended } = await connectRaw(port, nextClient());
  // If the server closes the connection between two pieces, Node discards a response that has arrived already.
  let isCutShort = false;
  socket.on('error', () => {
    isCutShort = pieces.length > 1;
  });
  const timeout = isOwed ? timeoutMs.owed : timeoutMs.perhaps;
  socket.setNoDelay(true).setTimeout(timeout, () => socket.destroy());
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece);
    await nextTurn();
  }
  if (isCut) socket.resetAndDestroy();
  await ended;
  const answer = heard().replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const missing = isOwed && !isCutShort ? ['no response'] : [];
  const sent = JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, 600));
  return (answer === '' ? missing : problemsOf(answer)).map((what) => `${what} after ${sent}`);
}

/** Texts that no response may have: paths of our files, names in our code, and markup that the request sent. */
const internals = {
  'a stack': /\n\s+at [^\n]+:\d+/,
  'a file of ours': /\/(server|shared|dist|node_modules|supabase)\/[\w./-]+\.(ts|js|mjs|sql)/,
  'a module of Node’s': /node:internal|node:http/,
  'the name of an error class': /\b(SyntaxError|TypeError|RangeError|URIError|ZodError)\b/,
  'the path of a file': /\/(home|root|tmp|work|usr|etc)\/[\w.-]+/,
  'a tag of the request': /<script>alert\(1\)/,
};
/** Headers that every response must have, and headers that no response may have. */
const obligatory = ['content-security-policy', 'x-content-type-options', 'referrer-policy'];
const forbidden = ['x-injected', 'set-cookie', 'x-powered-by', 'access-control-allow-origin'];

/** Returns a problem if the status is an error of the server that is not in the table of outcomes. */
function faultOf(status: number, body: string): string[] {
  const code = /"code":"(\w+)"/.exec(body)?.[1] ?? 'none';
  const documented = Object.entries(signupErrors).find(([name]) => name === code)?.[1].status;
  const isFault = status >= 500 && (documented !== status || code === 'internal');
  return isFault ? [`an undocumented ${status}: ${code}`] : [];
}

const leadsAway = (location: string): boolean =>
  !/^\/(?![/\\])/.test(location) ||
  !URL.parse(location, 'http://ours.invalid')?.host.endsWith('ours.invalid');

/** Returns every problem of one response. */
function problemsOf(answer: string): string[] {
  const [, status, head, body = ''] =
    /^HTTP\/1\.1 (\d{3}) .*?\r\n(.*?)\r\n\r\n(.*)$/s.exec(answer) ?? [];
  if (head === undefined) return ['bytes that are no response'];
  const names = head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase());
  const location = /^location: (.*)$/im.exec(head)?.[1]?.trim();
  return [
    ...faultOf(Number(status), body),
    ...Object.entries(internals).flatMap(([what, pattern]) =>
      pattern.test(body) ? `shows ${what}` : [],
    ),
    ...obligatory.filter((name) => !names.includes(name)).map((name) => `lacks ${name}`),
    ...forbidden.filter((name) => names.includes(name)).map((name) => `has ${name}`),
    ...(location !== undefined && leadsAway(location) ? [`leads to ${location}`] : []),
  ];
}

test('the server answers requests that no browser sends, shows no internals, and goes on serving', async () => {
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
  expect(memoryMiB(server) - settled).toBeLessThan(mostGrowth);
  for (const path of ['/', '/upload', '/healthz', '/readyz']) {
    expect((await fetch(server.url + path)).status).toBe(200);
  }
  expect(await signUp(server.url)).toBe(200);
});
