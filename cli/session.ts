import type { Variables } from '../server/config.ts';
import type { Terminal } from './output/terminal.ts';

/** The state of one command line: its terminal, its settings and its exit code. */
export interface Session {
  terminal: Terminal;
  /** The process’s environment. `--env-file` and `--data-dir` override it. */
  environment: Variables;
  /** Whether `--json` was given. False until commander has parsed it. */
  json: boolean;
  exitCode: number;
}
