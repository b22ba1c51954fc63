/**
 * Sends the built server what no browser would. `--requests N`, `--seed N`: the same seed sends the same.
 * Ends with 1 where an answer, the log, the memory or the server afterwards is not as it should be.
 */
import { parseArgs } from 'node:util';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { isBuilt } from '../support/built-server.ts';
import { slope } from './memory.ts';
import { fuzz, type Summary } from './run.ts';
import { healthProblems, startWatched } from './server-under-fuzz.ts';

/** Mebibytes per 10,000 requests that count as flat: a fresh process settles over its first 100,000. */
const flat = 10;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

function print({ requests, statuses, findings, memory }: Summary, seconds: number): void {
  const sorted = [...statuses].sort(([a], [b]) => a.localeCompare(b));
  console.log(`requests   ${requests} in ${seconds.toFixed(0)} s, seed ${values.seed}`);
  console.log(`statuses   ${sorted.map(([status, times]) => `${status}: ${times}`).join('  ')}`);
  const [first, last] = [memory[0]?.mebibytes ?? 0, memory.at(-1)?.mebibytes ?? 0];
  const gained = slope(memory).toFixed(2);
  console.log(
    `memory     ${first.toFixed(0)} → ${last.toFixed(0)} MiB, ${gained} MiB per 10,000 requests`,
  );
  console.log(`findings   ${findings.size}`);
  for (const { problem, times, example } of findings.values()) {
    console.log(`  ${times} × ${problem}\n      ${example}`);
  }
}

if (!isBuilt) {
  process.stderr.write('Nothing is built yet: run `npm run build` first.\n');
  process.exit(1);
}
const folder = createTemporaryFolder();
const server = await startWatched(folder.path);
const start = performance.now();
const summary = await fuzz(server, Number(values.requests), Number(values.seed));
const seconds = (performance.now() - start) / 1000;
const problems = await healthProblems(server);
await server.stop();
folder.remove();
print(summary, seconds);
if (slope(summary.memory) > flat) problems.push('the memory grows');
for (const problem of problems) console.log(`afterwards ${problem}`);
if (problems.length === 0) console.log('afterwards healthy');
process.exitCode = problems.length + summary.findings.size > 0 ? 1 : 0;
