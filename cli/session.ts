import type { Variables } from '../server/config.ts';
import type { Terminal } from './output/terminal.ts';

/** The state of one command line: where it writes, its settings, and how it ends. */
export interface Session {
  terminal: Terminal;
  /** The process’s environment. `--env-file` and `--data-dir` override it. */
  environment: Variables;
  /** Whether `--json` was given. False until commander has parsed it. */
  json: boolean;
  exitCode: number;
}
