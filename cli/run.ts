import { type Command, CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { Failure, WrongUsage } from './failure.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';

const isHelp = (error: CommanderError): boolean =>
  error.code === 'commander.helpDisplayed' || error.code === 'commander.version';

function explain(error: unknown, asJson: boolean, terminal: Terminal): number {
  if (error instanceof CommanderError) return isHelp(error) ? exitCodes.good : exitCodes.wrongUsage;
  if (error instanceof WrongUsage) {
    terminal.err.write(`error: ${error.message}\n`);
    return exitCodes.wrongUsage;
  }
  const known = error instanceof Failure;
  const message = error instanceof Error ? error.message : String(error);
  const code = known ? error.code : 'internal';
  const remedy = known ? error.remedy : undefined;
  if (asJson) {
    const body = { ok: false, error: { code, message, ...(remedy ? { remedy } : {}) } };
    terminal.out.write(`${JSON.stringify(body)}\n`);
  } else {
    terminal.err.write(`error: ${message}\n${remedy ? `  ${remedy}\n` : ''}`);
  }
  if (!known && error instanceof Error) terminal.err.write(`${error.stack}\n`);
  return exitCodes.problem;
}

/**
 * Runs one command line to its end.
 * @returns the exit code: 0 good, 1 found a problem, 2 wrong usage.
 */
export async function run(
  program: Command,
  argv: readonly string[],
  session: Session,
): Promise<number> {
  try {
    await program.parseAsync(argv, { from: 'user' });
    return session.exitCode;
  } catch (error) {
    return explain(error, argv.includes('--json'), session.terminal);
  }
}
