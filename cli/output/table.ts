import type { Terminal } from './terminal.ts';

export interface Column {
  name: string;
  align?: 'right';
  /** Cut off, with an ellipsis, where the window is too narrow. */
  shrinks?: true;
}

const gap = 2;

export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** Cells under their names, no wider than the window where a column shrinks. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { width, paint }: Pick<Terminal, 'width' | 'paint'>,
): string {
  const widths = columns.map(({ name }, index) =>
    Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const total = widths.reduce((sum, one) => sum + one + gap, -gap);
  const shrinking = columns.findIndex(({ shrinks }) => shrinks);
  const least = columns[shrinking]?.name.length ?? 0;
  if (total > width && shrinking >= 0) {
    widths[shrinking] = Math.max(least, (widths[shrinking] ?? 0) - (total - width));
  }
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => {
        const room = widths[index] ?? 0;
        const text = columns[index]?.shrinks ? cut(cell, room) : cell;
        return columns[index]?.align === 'right' ? text.padStart(room) : text.padEnd(room);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return [paint('bold', line(columns.map(({ name }) => name))), ...rows.map(line)].join('\n');
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
