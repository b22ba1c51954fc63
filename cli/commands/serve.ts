import { Command } from 'commander';
import { serverProcess, whenEnded } from '../server-process.ts';
import { type JsonOption, type Session, withJson } from '../session.ts';

export const serveCommand = (session: Session): Command =>
  withJson(new Command('serve'))
    .description('the server, until it is told to stop; --json: its log as JSON in a terminal too')
    .action(async (options: JsonOption) => {
      session.exitCode = await serve(options.json ?? false);
    });

/**
 * Runs the server with our streams, and hands on the signals that we get.
 * @returns the server’s own exit code.
 */
export async function serve(asJson: boolean): Promise<number> {
  // The server writes JSON when its output is no terminal, so a pipe is all it takes.
  const child = serverProcess({ stdio: asJson ? ['inherit', 'pipe', 'inherit'] : 'inherit' });
  child.stdout?.pipe(process.stdout);
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  try {
    return await whenEnded(child);
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}
