import type { Command } from 'commander';
import { exitCodes } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** One command line: where it writes, and how it ended. */
export interface Session {
  terminal: Terminal;
  exitCode: number;
}

export interface JsonOption {
  json?: true;
}

/** What a command found, before anybody has decided how to show it. */
export interface Outcome<Data> {
  data: Data;
  /** False: exit 1. */
  ok: boolean;
  /** How it reads in a terminal, without the last line break. */
  render: (data: Data, terminal: Terminal) => string;
}

/** Adds `--json`, which every command takes. */
export const withJson = (command: Command): Command =>
  command.option('--json', 'print JSON instead of text');

/** Writes an outcome as text or as JSON, and notes how the process is to end. */
export function present<Data>(
  session: Session,
  { json }: JsonOption,
  { data, ok, render }: Outcome<Data>,
): void {
  const text = json ? JSON.stringify(data, null, 2) : render(data, session.terminal);
  session.terminal.out.write(`${text}\n`);
  if (!ok) session.exitCode = exitCodes.problem;
}
