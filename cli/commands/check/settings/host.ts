import { createServer } from 'node:net';
import type { Verdict } from '../report.ts';

/** Judges whether this machine can listen at a host: the name resolves to an address of this machine. */
export function judgeHost(host: string): Promise<Verdict> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve({
        problem: /^EA(DDRNOTAVAIL|FNOSUPPORT)$/.test(String(code))
          ? 'is no address of this machine'
          : `does not resolve (${code})`,
        remedy: 'Use 127.0.0.1, or 0.0.0.0 in a container.',
      }),
    );
    server.listen(0, host, () => server.close(() => resolve({})));
  });
}
