/** `node end-run.ts ID`: waits until its standard input ends, then ends every process that has the mark of the run. */
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

const mark = `DECKWRIGHT_TEST_RUN=${process.argv[2]}`;

/** How long a process may take to end after SIGTERM, in milliseconds. */
const graceMs = 3000;

/** Returns whether a process has the mark. A process that has just ended has no mark. */
function isMarked(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
  } catch {
    return false;
  }
}

const marked = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isMarked(name))
    .map(Number);

function signal(pids: readonly number[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

await text(process.stdin);
const left = marked();
if (left.length > 0) {
  console.error(`Ended ${left.length} processes that the test run left behind.`);
  signal(left, 'SIGTERM');
  for (let waited = 0; waited < graceMs && marked().length > 0; waited += 100)
    await setTimeout(100);
  signal(marked(), 'SIGKILL');
}
