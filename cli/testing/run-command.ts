import { devNull } from 'node:os';
import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters, styleText } from 'node:util';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { terminalOver } from '../output/terminal.ts';
import { createProgram } from '../program.ts';
import { run } from '../run.ts';
import type { Session } from '../session.ts';

export type Variables = Record<string, string>;

export interface Options {
  /** Columns of the window. Without it, the output is a pipe. */
  width?: number;
  /** The answer of the person at the terminal. */
  answer?: string;
  out?: Writable;
  /** Whether results and errors go to a terminal, and not into a pipe. */
  isTTY?: boolean;
}

/**
 * Returns a session in this process, with what it writes. It reads no `.env`, and by default its folder of data is an
 * empty temporary one, so that no test reads the developer’s data.
 */
export function createSession(
  environment: Variables = {},
  { width = Number.POSITIVE_INFINITY, answer, out, isTTY = false }: Options = {},
) {
  const [written, errors] = [new PassThrough(), new PassThrough()];
  const ask = async (question: string) => {
    terminal.err.write(question);
    return answer ?? '';
  };
  const terminal = terminalOver({
    out: Object.assign(out ?? written, { isTTY }),
    err: Object.assign(errors, { isTTY }),
    // Without colours, because tests read the text. `styleText` throws at a style that Node does not know.
    paint: (style, plain) =>
      stripVTControlCharacters(styleText(style, plain, { validateStream: false })),
    ask: answer === undefined ? null : ask,
    width,
  });
  const session: Session = {
    terminal,
    environment: { ENV_FILE: devNull, DATA_DIR: temporaryFolder(), ...environment },
    json: false,
    exitCode: 0,
  };
  return { session, written, errors };
}

/** Runs one command line in this process. The word `''` is an empty argument. */
export async function runCommand(line: string, environment?: Variables, options?: Options) {
  const { session, written, errors } = createSession(environment, options);
  const texts = Promise.all([text(written), text(errors)]);
  const words = (line.match(/\S+/g) ?? []).map((word) => word.replace("''", ''));
  const code = await run(createProgram(session), words, session);
  for (const stream of [session.terminal.out, session.terminal.err]) {
    await new Promise((resolve) => stream.write('', resolve));
  }
  written.end();
  errors.end();
  const [heard, err] = await texts;
  return { code, out: heard, err };
}
