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

/**
 * Lays a table out by a sample of its rows, so that the other rows can be written while they are read. No line is wider
 * than the window if a column may be left out, or shrink. In a pipe no cell is cut off.
 * @returns the line with the names, and what makes the line of a row.
 */
export function tableLayout(columns: readonly Column[], sample: readonly Cells[], window: Window) {
  const { width, paint } = window;
  const shown = columns.map((column, index) => {
    const lengths = [column.name, ...sample.map((row) => row[index] ?? '')].map(
      (cell) => cell.length,
    );
    return { ...column, index, room: Math.max(...lengths) };
  });
  const excess = (): number =>
    shown.reduce((sum, { room }) => sum + room + gap, -gap) - Math.max(width, gap);
  const optional = shown.findIndex((column) => column.optional);
  if (excess() > 0 && optional >= 0) shown.splice(optional, 1);
  const shrinking = shown.find(({ shrinks }) => shrinks);
  if (excess() > 0 && shrinking) {
    shrinking.room = Math.max(shrinking.name.length, shrinking.room - excess());
  }
  const line = (row: Cells): string =>
    shown
      .map(({ index, room, align }) => {
        const text = row[index] ?? '';
        const cell = Number.isFinite(width) ? cut(text, room) : text;
        return align === 'right' ? cell.padStart(room) : cell.padEnd(room);
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
