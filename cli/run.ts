import { type Command, CommanderError } from 'commander';
import { exitCodes, Failure, messageOf, WrongUsage } from './failure.ts';
import { marked, wrap } from './output/text.ts';
import type { Session } from './session.ts';

/** Writes an error that commander has not written itself, as text. */
function writeError(error: unknown, { terminal }: Session): void {
  const { err, paint, width } = terminal;
  const text = wrap(`error: ${messageOf(error)}`, width, '  ').trimStart();
  const lines = [text.replace('error:', paint('red', 'error:'))];
  if (error instanceof Failure) {
    const { remedy, problems = [] } = error.details;
    for (const { name, problem, remedy } of problems) {
      lines.push(marked(terminal, 'problem', `${name} ${problem}`));
      lines.push(wrap(`→ ${remedy}`, width, '    '));
    }
    if (remedy) lines.push(wrap(remedy, width, '  '));
  } else if (error instanceof Error && !(error instanceof WrongUsage)) lines.push(`${error.stack}`);
  err.write(`${lines.join('\n')}\n`);
}

const isUsage = (error: unknown): error is Error =>
  error instanceof CommanderError || error instanceof WrongUsage;

/** Returns an error as JSON. Wrong usage is an error too. */
function asJson(error: unknown): string {
  const code = isUsage(error) ? 'wrong_usage' : error instanceof Failure ? error.code : 'internal';
  const details = error instanceof Failure ? error.details : {};
  const text = messageOf(error);
  // Commander shows the help, and throws this text, when no command was given.
  const message = text === '(outputHelp)' ? 'no command was given' : text.replace(/^error: /, '');
  return JSON.stringify({ ok: false, error: { code, message, ...details } }, null, 2);
}

/** Writes an error, and returns the exit code for it. */
function explain(error: unknown, session: Session): number {
  // Commander throws also after help and version, with the exit code 0.
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.good;
  if (session.json) session.terminal.data.write(`${asJson(error)}\n`);
  else if (!(error instanceof CommanderError)) writeError(error, session);
  return isUsage(error) ? exitCodes.wrongUsage : exitCodes.problem;
}

/**
 * Runs one command line.
 * @returns the exit code: 0 in order, 1 a problem was found, 2 wrong usage.
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
    return explain(error, session);
  }
}
