import type { Terminal } from './terminal.ts';

/** How often a log that nobody watches gets a line, in milliseconds. */
const quietMs = 5000;

/** Progress of long work on the error stream: one line that moves in a terminal, now and then one in a log. */
export function showProgress({ err }: Pick<Terminal, 'err'>, label: string) {
  let last = Date.now();
  return {
    show({ done, total }: { done: number; total: number }): void {
      const line = `${label}: ${done} of ${total}`;
      if (err.isTTY) {
        err.write(`\r\x1b[K${line}`);
      } else if (Date.now() - last >= quietMs) {
        last = Date.now();
        err.write(`${line}\n`);
      }
    },
    clear(): void {
      if (err.isTTY) err.write('\r\x1b[K');
    },
  };
}
