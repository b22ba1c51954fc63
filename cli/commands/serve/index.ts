import { Command } from 'commander';
import { examples } from '../../output/text.ts';
import { serverProcess, whenEnded } from '../../server-process.ts';
import type { Session } from '../../session.ts';

export const serveCommand = (session: Session): Command =>
  new Command('serve')
    .description('Run the server until it is told to stop; --json logs JSON in a terminal too')
    .addHelpText('after', examples('serve', 'serve --env-file /etc/deckwright.env'))
    .action(async () => {
      session.exitCode = await serve(session);
    });

/**
 * Runs the server with the streams of this process, and forwards signals to it.
 * @returns the server’s own exit code.
 */
async function serve({ json, environment }: Session): Promise<number> {
  // The server writes JSON when its output is no terminal, so a pipe is enough.
  const child = serverProcess(json ? ['inherit', 'pipe', 'inherit'] : 'inherit', environment);
  child.stdout?.pipe(process.stdout);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  return whenEnded(child);
}
