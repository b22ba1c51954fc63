import { type Command, CommanderError } from 'commander';
import { StoreError } from '../server/stores/store-error.ts';
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

/** Returns how to write an address that commander took for an option, and undefined for every other error. */
function remedyOf({ code, message }: CommanderError): string | undefined {
  const isAddress = code === 'commander.unknownOption' && message.includes('@');
  return isAddress ? 'An address that begins with - goes last, after the word --.' : undefined;
}

/** Returns an error as JSON. Wrong usage is an error too. */
function asJson(error: unknown): string {
  const code = isUsage(error) ? 'wrong_usage' : error instanceof Failure ? error.code : 'internal';
  const remedy = error instanceof CommanderError ? remedyOf(error) : undefined;
  const details = error instanceof Failure ? error.details : { ...(remedy && { remedy }) };
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
  else if (remedyOf(error)) session.terminal.err.write(`${remedyOf(error)}\n`);
  return isUsage(error) ? exitCodes.wrongUsage : exitCodes.problem;
}

/** Returns the failure of a store’s error. Returns every other error as it is. */
const asFailure = (error: unknown): unknown =>
  error instanceof StoreError ? new Failure(error.code, error.problem, error.remedy) : error;

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
    return explain(asFailure(error), session);
  }
}
