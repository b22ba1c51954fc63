import { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { expect, test } from 'vitest';
import { printable } from './printable.ts';
import { terminalOver } from './terminal.ts';

/** Creates a terminal that writes into a text. */
function terminalInto(isTTY: boolean) {
  const written = { out: '', err: '' };
  const into = (name: 'out' | 'err') =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          written[name] += chunk;
          done();
        },
      }),
      { isTTY },
    );
  const terminal = terminalOver({
    out: into('out'),
    err: into('err'),
    paint: (style, text) => styleText(style, text, { validateStream: false }),
    ask: null,
    width: 80,
  });
  return { terminal, written };
}

/** Sets the window’s title, hides text, clears the line, and reverses the direction. */
const hostile = 'a\u001b]0;owned\u0007b\u009b8mc\rd\u202ee';

test('text of a stranger moves no cursor and sets no colour on a terminal', () => {
  const { terminal, written } = terminalInto(true);
  terminal.out.write(`${terminal.paint('red', hostile)}\n`);
  terminal.err.write(hostile);
  terminal.progress(hostile);
  const shown = 'a\\u001b]0;owned\\u0007b\\u009b8mc\\u000dd\\u202ee';
  expect(written.out).toBe(`\u001b[31m${shown}\u001b[39m\n`);
  expect(written.err).toBe(`${shown}\r\u001b[K${shown}`);
});

test('JSON and CSV are exact in a pipe, and printable on a terminal', () => {
  const line = `${hostile},é\r\n`;
  const pipe = terminalInto(false);
  pipe.terminal.data.write(line);
  expect(pipe.written.out).toBe(line);
  const screen = terminalInto(true);
  screen.terminal.data.write(line);
  expect(screen.written.out).toBe(`${printable(hostile)},é\r\n`);
});

test('JSON that was made printable has the same meaning', () => {
  expect(JSON.parse(printable(JSON.stringify({ hostile })))).toEqual({ hostile });
});
