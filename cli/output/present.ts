import { exitCodes } from '../failure.ts';
import type { Session } from '../session.ts';
import type { Terminal } from './terminal.ts';

/** Returns the text of a result for a terminal, without the last line break. */
export type Render<Data> = (data: Data, terminal: Terminal) => string;

/** The result of a command, before it is written. */
interface Outcome<Data> {
  data: Data;
  /** False sets the exit code to 1. */
  ok: boolean;
  render: Render<Data>;
}

/** Writes a result as text, or with `--json` as JSON, and sets the exit code. */
export function present<Data>(session: Session, { data, ok, render }: Outcome<Data>): void {
  const { terminal } = session;
  if (session.json) terminal.data.write(`${JSON.stringify(data, null, 2)}\n`);
  else terminal.out.write(`${render(data, terminal)}\n`);
  if (!ok) session.exitCode = exitCodes.problem;
}
