import type { Variables } from '../server/config.ts';
import { exitCodes } from './exit-codes.ts';
import type { Terminal } from './output/terminal.ts';

/** One command line: where it writes, what it was given, and how it ended. */
export interface Session {
  terminal: Terminal;
  /** The process’s environment, with `--env-file` and `--data-dir` set over it. */
  environment: Variables;
  /** `--json`. */
  json: boolean;
  exitCode: number;
}

/** How something reads in a terminal, without the last line break. */
export type Render<Data> = (data: Data, terminal: Terminal) => string;

/** What a command found, before anybody has decided how to show it. */
interface Outcome<Data> {
  data: Data;
  /** False: exit 1. */
  ok: boolean;
  render: Render<Data>;
}

/** Writes an outcome as text or as JSON, and notes how the process is to end. */
export function present<Data>(session: Session, { data, ok, render }: Outcome<Data>): void {
  const { terminal } = session;
  if (session.json) terminal.data.write(`${JSON.stringify(data, null, 2)}\n`);
  else terminal.out.write(`${render(data, terminal)}\n`);
  if (!ok) session.exitCode = exitCodes.problem;
}
