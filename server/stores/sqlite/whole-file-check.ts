import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';

/** The child’s program is a text, because the server is shipped as one bundled file. */
const program = `
  const { DatabaseSync } = require('node:sqlite');
  const answer = () => {
    try {
      const database = new DatabaseSync(process.argv[1], { readOnly: true });
      const { quick_check: found } = database.prepare('pragma quick_check(1)').get();
      return found === 'ok' ? {} : { errcode: 11, message: found };
    } catch ({ errcode, message }) {
      return { errcode, message };
    }
  };
  process.stdout.write(JSON.stringify(answer()));
`;

const run = promisify(execFile);

/**
 * Reads the whole file in a child process of the lowest priority, because SQLite’s check cannot be interrupted: it takes
 * about a second for a million sign-ups, and would stop the event loop, or the end of a thread, for that long.
 * Resolves when the file is good. Rejects with SQLite’s `errcode` and message otherwise, with another error when the
 * child cannot run, and with an `AbortError` when `signal` ends the child.
 */
export async function checkWholeFile(path: string, signal: AbortSignal): Promise<void> {
  const words = ['--disable-warning=ExperimentalWarning', '--eval', program, '--', path];
  const running = run(process.execPath, words, { env: {}, signal, killSignal: 'SIGKILL' });
  const { pid } = running.child;
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  const { stdout } = await running;
  const { errcode, message } = JSON.parse(stdout);
  if (message !== undefined) throw Object.assign(new Error(message), { errcode });
}
