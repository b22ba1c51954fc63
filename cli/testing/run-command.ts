import { devNull } from 'node:os';
import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { terminalOver } from '../output/terminal.ts';
import { createProgram } from '../program.ts';
import { run } from '../run.ts';
import type { Session } from '../session.ts';

export type Variables = Record<string, string>;

export interface Options {
  /** Columns of the window; left out: a pipe. */
  width?: number;
  /** What the person at the terminal answers. */
  answer?: string;
  out?: Writable;
  /** True: results go to a terminal, and not into a pipe. */
  isTTY?: boolean;
}

/** One command line from start to end, in this process, with this environment and no `.env`; `''` is an empty word. */
export async function runCommand(
  line: string,
  environment: Variables = {},
  { width = Number.POSITIVE_INFINITY, answer, out, isTTY = false }: Options = {},
) {
  const [written, said] = [new PassThrough(), new PassThrough()];
  const texts = Promise.all([text(written), text(said)]);
  const terminal = terminalOver({
    out: Object.assign(out ?? written, { isTTY }),
    err: said,
    paint: (_style, plain) => plain,
    ask: answer === undefined ? null : async () => answer,
    width,
  });
  const session: Session = {
    terminal,
    environment: { ENV_FILE: devNull, ...environment },
    json: false,
    exitCode: 0,
  };
  const words = (line.match(/\S+/g) ?? []).map((word) => word.replace("''", ''));
  const code = await run(createProgram(session), words, session);
  for (const stream of [terminal.out, terminal.err]) {
    await new Promise((resolve) => stream.write('', resolve));
  }
  written.end();
  said.end();
  const [heard, err] = await texts;
  return { code, out: heard, err };
}
