import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import { exitCodes } from '../failure.ts';
import { printable, printTo } from './printable.ts';

/** Colours a text. Returns it unchanged when the output shows no colours. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

type Stream = Writable & { isTTY?: boolean };

/** The streams and the window of a command. */
export interface Terminal {
  /** Results as text. Control characters are written as visible escapes, so that the terminal does not obey them. */
  out: Writable;
  /** Results as JSON or CSV: exact in a file or a pipe, and printable on a terminal. */
  data: Writable;
  /** Failures and questions as text, printable like `out`. */
  err: Writable;
  /** Replaces the line that shows progress, and removes it when the text is empty. Silent without a terminal. */
  progress: (text: string) => void;
  paint: Paint;
  /** Asks the person at the terminal; null when there is none. */
  ask: ((question: string) => Promise<string>) | null;
  /** Columns of the window; infinite without a window, so that nothing is cut off in a pipe. */
  width: number;
}

interface Streams extends Pick<Terminal, 'ask' | 'width' | 'paint'> {
  out: Stream;
  err: Stream;
}

/** Builds a terminal over two streams: everything that a command prints passes through it. */
export function terminalOver({ out, err, paint, ask, width }: Streams): Terminal {
  const ownEscape = randomUUID();
  const text = printTo(out, ownEscape);
  /** The line that shows progress now. */
  let shown = '';
  return {
    out: text,
    data: out.isTTY ? text : out,
    err: printTo(err, ownEscape),
    progress(line) {
      if (err.isTTY && line !== shown) err.write(`\r\u001b[K${printable(line)}`);
      shown = line;
    },
    paint: (style, plain) => paint(style, printable(plain)).replaceAll('\u001b', ownEscape),
    ask,
    width,
  };
}

/** Builds the terminal of the process. Node’s styleText follows NO_COLOR, and colours nothing that goes into a pipe. */
export function createTerminal({ COLUMNS }: NodeJS.Dict<string>): Terminal {
  const { stdout: out, stderr: err } = process;
  out.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // `… | head` closes the pipe early, which is no failure of the command.
    if (code !== 'EPIPE') err.write(`error: ${message}\n`, () => process.exit(exitCodes.problem));
  });
  return terminalOver({
    out,
    err,
    ask: process.stdin.isTTY && err.isTTY ? (question) => askPerson(question) : null,
    paint: (style, text) => styleText(style, text, { stream: out }),
    width: out.columns || Number(COLUMNS) || Number.POSITIVE_INFINITY,
  });
}

/** Asks the person at a terminal. Resolves with an empty answer at Ctrl-C and Ctrl-D. */
export async function askPerson(
  question: string,
  input: Readable = process.stdin,
  output: Writable = process.stderr,
): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output, terminal: true });
  try {
    return await lines.question(printable(question));
  } catch {
    output.write('\n');
    return '';
  } finally {
    lines.close();
  }
}
