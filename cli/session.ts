import type { Variables } from '../server/config.ts';
import type { Terminal } from './output/terminal.ts';

/** How the process can end: in order, with a problem that the command found, or because of wrong usage. */
export const exitCodes = { good: 0, problem: 1, wrongUsage: 2 } as const;

/** The state of one command line: where it writes, its settings, and how it ends. */
export interface Session {
  terminal: Terminal;
  /** The process’s environment. `--env-file` and `--data-dir` override it. */
  environment: Variables;
  /** Whether `--json` was given. False until commander has parsed it. */
  json: boolean;
  exitCode: number;
}
