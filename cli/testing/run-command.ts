import { devNull } from 'node:os';
import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
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
}

/** One command line from start to end, in this process, with this environment and no `.env`; `''` is an empty word. */
export async function runCommand(
  line: string,
  environment: Variables = {},
  { width = Number.POSITIVE_INFINITY, answer, out }: Options = {},
) {
  const [written, said] = [new PassThrough(), new PassThrough()];
  const texts = Promise.all([text(written), text(said)]);
  const session: Session = {
    terminal: {
      out: out ?? written,
      err: said,
      paint: (_style, plain) => plain,
      ask: answer === undefined ? null : async () => answer,
      width,
    },
    environment: { ENV_FILE: devNull, ...environment },
    json: false,
    exitCode: 0,
  };
  const words = (line.match(/\S+/g) ?? []).map((word) => word.replace("''", ''));
  const code = await run(createProgram(session), words, session);
  written.end();
  said.end();
  const [heard, err] = await texts;
  return { code, out: heard, err };
}
