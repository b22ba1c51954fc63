import type { Terminal } from './terminal.ts';

/** Progress of long work: one line of the error stream that moves; nothing where nobody watches. */
export function showProgress({ err }: Pick<Terminal, 'err'>, label: string) {
  const write = (text: string) => err.isTTY && err.write(`\r\x1b[K${text}`);
  return {
    show: (done: number, total: number) => write(`${label}: ${done} of ${total}`),
    clear: () => write(''),
  };
}
