import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atEnd } from './at-end.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The longest wait for a program’s output, in milliseconds. A busy machine starts a process late. */
const timeoutMs = 200_000;

/** The module that gives a program more time, for the option that loads a module before the program. */
export const patientProcess = fileURLToPath(new URL('patient-process.ts', import.meta.url));

/** Starts a program and collects its output. The program gets SIGTERM when the tests of the file have ended. */
export function startProgram([program = '', ...words]: string[], env: NodeJS.ProcessEnv) {
  // The mark lets tests/support/run-guard.ts end the program after a run that was killed.
  const { DECKWRIGHT_TEST_RUN } = process.env;
  const marked = { ...env, ...(DECKWRIGHT_TEST_RUN && { DECKWRIGHT_TEST_RUN }) };
  const child = spawn(program, words, { env: marked, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  atEnd(stop);
  /** Resolves with the first group of a pattern when the output matches it. Rejects when the program ends before, or after the longest wait. */
  async function hears(pattern: RegExp): Promise<string> {
    const late = performance.now() + timeoutMs;
    for (;;) {
      const all = said.out + said.err;
      const found = pattern.exec(all);
      if (found) return found[1] ?? '';
      const hasEnded = (child.exitCode ?? child.signalCode) !== null;
      if (hasEnded || performance.now() > late) throw new Error(`${program} said only: ${all}`);
      await setTimeout(10);
    }
  }
  const address = () => hears(/(https?:\/\/(?:127\.0\.0\.1|localhost):\d+)/);
  return { child, said, ended, stop, hears, address };
}

export type RunningProgram = ReturnType<typeof startProgram>;

/**
 * Starts a script of the project. It gets no `.env` and nothing of the tester’s environment but the places of programs and
 * of compiled modules. By default its folder of data is an empty temporary one, so that no test reads the developer’s data.
 */
export function startProcess(line: string, environment: Record<string, string> = {}) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const words = ['--disable-warning=ExperimentalWarning', ...line.split(' ')];
  const data = environment.DATA_DIR === undefined ? { DATA_DIR: temporaryFolder() } : {};
  const places = { PATH, HOME, NODE_COMPILE_CACHE, ENV_FILE: devNull };
  const settings = { ...places, ...data, ...environment };
  return startProgram([process.execPath, ...words], settings);
}
