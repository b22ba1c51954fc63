import type { Terminal } from './terminal.ts';
import { cut } from './text.ts';

export interface Column {
  name: string;
  align?: 'right';
  /** Cut off, with an ellipsis, where the window is too narrow. */
  shrinks?: true;
  /** Left out where the window is too narrow. */
  optional?: true;
}

const gap = 2;

/** Cells under their names; no wider than the window where a column may be left out, or shrink. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { width, paint }: Pick<Terminal, 'width' | 'paint'>,
): string {
  const shown = columns.map((column, index) => {
    const cells = [column.name, ...rows.map((row) => row[index] ?? '')];
    return { ...column, cells, room: Math.max(...cells.map((cell) => cell.length)) };
  });
  const excess = (): number =>
    shown.reduce((sum, { room }) => sum + room + gap, -gap) - Math.max(width, gap);
  const optional = shown.findIndex((column) => column.optional);
  if (excess() > 0 && optional >= 0) shown.splice(optional, 1);
  const shrinking = shown.find(({ shrinks }) => shrinks);
  if (excess() > 0 && shrinking) {
    shrinking.room = Math.max(shrinking.name.length, shrinking.room - excess());
  }
  const line = (row: number): string =>
    shown
      .map(({ cells, room, align }) => {
        const cell = cut(cells[row] ?? '', room);
        return align === 'right' ? cell.padStart(room) : cell.padEnd(room);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return [paint('bold', line(0)), ...rows.map((_, index) => line(index + 1))].join('\n');
}
