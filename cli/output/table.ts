import stringWidth from 'string-width';
import type { Terminal } from './terminal.ts';
import { cut } from './text.ts';

export interface Column {
  name: string;
  align?: 'right';
  /** The column is cut off, with an ellipsis, when the window is too narrow. */
  shrinks?: true;
  /** The column is left out when the window is too narrow. */
  optional?: true;
}

const gap = 2;

type Window = Pick<Terminal, 'width' | 'paint'>;
type Cells = readonly string[];

const padding = (text: string, room: number): string =>
  ' '.repeat(Math.max(0, room - stringWidth(text)));

/**
 * Lays a table out by a sample of its rows, so that the other rows can be written while they are read. Leaves out optional
 * columns, the last first, until the table fits the window, and then cuts a column that shrinks. In a pipe no cell is cut.
 * @returns the line with the names, and what makes the line of a row.
 */
export function tableLayout(columns: readonly Column[], sample: readonly Cells[], window: Window) {
  const { width, paint } = window;
  const shown = columns.map((column, index) => {
    const cells = [column.name, ...sample.map((row) => row[index] ?? '')];
    return { ...column, index, room: Math.max(...cells.map((cell) => stringWidth(cell))) };
  });
  const excess = (): number =>
    shown.reduce((sum, { room }) => sum + room + gap, -gap) - Math.max(width, gap);
  while (excess() > 0) {
    const optional = shown.findLastIndex((column) => column.optional);
    if (optional < 0) break;
    shown.splice(optional, 1);
  }
  const shrinking = shown.find(({ shrinks }) => shrinks);
  if (excess() > 0 && shrinking) {
    shrinking.room = Math.max(stringWidth(shrinking.name), shrinking.room - excess());
  }
  const line = (row: Cells): string =>
    shown
      .map(({ index, room, align, shrinks }) => {
        const text = row[index] ?? '';
        const cell = shrinks && Number.isFinite(width) ? cut(text, room) : text;
        return align === 'right' ? padding(cell, room) + cell : cell + padding(cell, room);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return { head: paint('bold', line(columns.map(({ name }) => name))), line };
}

/** Returns a whole table as text: rows of cells under the names of their columns. */
export function table(columns: readonly Column[], rows: readonly Cells[], window: Window): string {
  const { head, line } = tableLayout(columns, rows, window);
  return [head, ...rows.map(line)].join('\n');
}
