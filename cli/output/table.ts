import type { Terminal } from './terminal.ts';

export interface Column {
  name: string;
  align?: 'right';
  /** Cut off, with an ellipsis, where the window is too narrow. */
  shrinks?: true;
  /** Left out where the window is too narrow. */
  optional?: true;
}

const gap = 2;

export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

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

/** Words in lines no wider than the window, each after the same indentation. */
export function wrap(text: string, width: number, indentation = ''): string {
  const lines = [indentation];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === indentation) lines[lines.length - 1] = last + word;
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indentation + word);
  }
  return lines.join('\n');
}

/** `1 sign-up`, `2 sign-ups`. */
export const plural = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;
