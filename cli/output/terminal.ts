import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { exitCodes } from '../exit-codes.ts';

/** Colours a text, or leaves it as it is where nobody would see the colour. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** Where a command writes: results go to `out`, progress and failures to `err`. */
export interface Terminal {
  out: Writable;
  err: Writable & { isTTY?: boolean };
  paint: Paint;
  /** Asks the person at the terminal; null where there is none. */
  ask: ((question: string) => Promise<string>) | null;
  /** Columns of the window; infinite where nobody watches, so that nothing is cut off in a pipe. */
  width: number;
}

/** The process’s own streams. Node’s styleText keeps to NO_COLOR, and colours nothing that is piped. */
export function createTerminal({ COLUMNS }: NodeJS.Dict<string>): Terminal {
  const { stdout: out, stderr: err } = process;
  out.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // `… | head` closes the pipe early; that is no failure of ours.
    if (code !== 'EPIPE') err.write(`error: ${message}\n`, () => process.exit(exitCodes.problem));
  });
  return {
    out,
    err,
    ask: process.stdin.isTTY && err.isTTY ? askPerson : null,
    paint: (style, text) => styleText(style, text, { stream: out }),
    width: out.columns || Number(COLUMNS) || Number.POSITIVE_INFINITY,
  };
}

async function askPerson(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return lines.question(question).finally(() => lines.close());
}
