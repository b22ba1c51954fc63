import { mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll } from 'vitest';
import { createProgram } from '../program.ts';
import { run } from '../run.ts';
import type { Session } from '../session.ts';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export type Variables = Record<string, string>;

interface Options {
  /** Columns of the window; left out: a pipe. */
  width?: number;
  /** What the person at the terminal answers. */
  answer?: string;
  out?: Writable;
}

/** A stream that keeps what is written. */
function keep(): { stream: Writable; text: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
}

/** One command line from start to end, in this process, with this environment and no `.env`. */
export async function runCommand(
  line: string | readonly string[],
  environment: Variables = {},
  { width = Number.POSITIVE_INFINITY, answer, out }: Options = {},
): Promise<Ended> {
  const [written, said] = [keep(), keep()];
  const session: Session = {
    terminal: {
      out: out ?? written.stream,
      err: said.stream,
      paint: (_style, text) => text,
      ask: answer === undefined ? null : async () => answer,
      width,
    },
    environment: { ENV_FILE: devNull, ...environment },
    json: false,
    exitCode: 0,
  };
  const words = typeof line === 'string' ? line.split(' ') : line;
  const code = await run(createProgram(session), words, session);
  return { code, out: written.text(), err: said.text() };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A folder that is gone when the file’s tests are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckwright-cli-'));
  folders.push(folder);
  return folder;
}
