import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { startReady } from '../support/built-server.ts';
import { isRelease } from '../support/release.ts';
import { signUp } from '../support/sign-up.ts';
import { exchange } from './exchange.ts';
import { finalAnswer, problemsOf } from './problems.ts';
import { type Sending, sending } from './requests.ts';

/** Made together, and sent over so many connections at once. */
const [batch, together] = [500, 24];
const batches = isRelease ? 100 : 2;
/** The same seed sends the same. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Mebibytes that count as flat: a fresh process settles over its first requests. */
const flat = 100;

const asText = ({ pieces }: Sending): string =>
  JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, 600));

test(`${batch * batches} requests that no browser sends: nothing breaks, and nothing is given away`, async () => {
  const folder = createTemporaryFolder();
  const server = await startReady(folder.path);
  onTestFinished(async () => {
    await server.stop();
    folder.remove();
  });
  const complaints: string[] = [];
  server.process.stdout.on('data', (chunk: Buffer) => {
    complaints.push(
      ...String(chunk)
        .split('\n')
        .filter((line) => /"level":(50|60)/.test(line)),
    );
  });
  server.process.stderr.on('data', (chunk: Buffer) => complaints.push(String(chunk)));
  /** Problem → the first sending that showed it. */
  const findings = new Map<string, string>();
  const port = Number(new URL(server.url).port);
  const one = async (sent: Sending): Promise<void> => {
    const { heard, isCutShort } = await exchange(port, sent);
    const answer = finalAnswer(heard);
    const isMissing = answer === '' && sent.isOwed && !isCutShort;
    const problems = answer === '' ? [] : problemsOf(answer);
    for (const problem of isMissing ? ['no answer at all'] : problems) {
      findings.set(problem, findings.get(problem) ?? asText(sent));
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
