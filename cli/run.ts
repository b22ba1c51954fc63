import { type Command, CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { Failure, messageOf, WrongUsage } from './failure.ts';
import { marked, wrap } from './output/text.ts';
import type { Session } from './session.ts';

/** What commander has not said already, as text. */
function sayFailure(error: unknown, { terminal }: Session): void {
  const { err, paint, width } = terminal;
  const said = wrap(`error: ${messageOf(error)}`, width, '  ').trimStart();
  const lines = [said.replace('error:', paint('red', 'error:'))];
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

/** The same as JSON, wrong usage included. */
function asJson(error: unknown): string {
  const message = messageOf(error);
  const code = isUsage(error) ? 'wrong_usage' : error instanceof Failure ? error.code : 'internal';
  const details = error instanceof Failure ? error.details : {};
  const said = message === '(outputHelp)' ? 'no command was given' : message;
  const body = { code, message: said.replace(/^error: /, ''), ...details };
  return JSON.stringify({ ok: false, error: body }, null, 2);
}

function explain(error: unknown, session: Session): number {
  // Help and version, when they were asked for.
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.good;
  if (session.json) session.terminal.data.write(`${asJson(error)}\n`);
  else if (!(error instanceof CommanderError)) sayFailure(error, session);
  return isUsage(error) ? exitCodes.wrongUsage : exitCodes.problem;
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
  session.json = argv.includes('--json');
  try {
    await program.parseAsync(argv, { from: 'user' });
    return session.exitCode;
  } catch (error) {
    return explain(error, session);
  }
}
