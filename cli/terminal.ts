import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Colours a text, or leaves it as it is where nobody would see the colour. */
export type Paint = (style: Style, text: string) => string;

/** Where a command writes: results go to `out`, progress and failures to `err`. */
export interface Terminal {
  out: WriteStream;
  err: WriteStream;
  paint: Paint;
  /** Columns of the window; 80 when piped. */
  width: number;
}

/** The process’s own streams. Node’s styleText keeps to NO_COLOR, and colours nothing that is piped. */
export function createTerminal(out = process.stdout, err = process.stderr): Terminal {
  // `… | head` closes the pipe early; that is no failure of ours.
  out.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    out,
    err,
    paint: (style, text) => styleText(style, text, { stream: out }),
    width: out.columns || 80,
  };
}
