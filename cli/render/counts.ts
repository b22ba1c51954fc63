import type { SignupCounts } from '../../shared/records.ts';
import { columns } from '../columns.ts';
import type { Terminal } from '../terminal.ts';

/** Days shown in a terminal; `--json` has them all. */
const daysShown = 30;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of at most `width` cells, to an eighth of a cell; what is there at all is seen. */
export function bar(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0) return '';
  const steps = Math.max(1, Math.round((value / most) * width * 8));
  return '█'.repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? '');
}

function chart(title: string, parts: readonly [string, number][], terminal: Terminal): string[] {
  if (parts.length === 0) return [];
  const most = Math.max(...parts.map(([, number]) => number));
  const labels = columns(parts.map(([name, number]) => [name, String(number), '']));
  const room = Math.min(40, terminal.width - Math.max(...labels.map((label) => label.length)) - 4);
  const width = Math.max(8, room);
  const longest = Math.max(...labels.map((label) => label.length));
  return [
    '',
    terminal.paint('bold', title),
    ...parts.map(
      ([, number], index) =>
        `  ${(labels[index] ?? '').padEnd(longest)}  ${terminal.paint('cyan', bar(number, most, width))}`,
    ),
  ];
}

/** The total, and a bar for every source, verdict and day. */
export function renderCounts(counts: SignupCounts, terminal: Terminal): string {
  const byNumber = (parts: Record<string, number>) =>
    Object.entries(parts).toSorted(([, a], [, b]) => b - a);
  const days = Object.entries(counts.byDay).toSorted(([a], [b]) => a.localeCompare(b));
  const left = Math.max(0, days.length - daysShown);
  return [
    `${counts.total} ${counts.total === 1 ? 'sign-up' : 'sign-ups'}`,
    ...chart('By source', byNumber(counts.bySource), terminal),
    ...chart('By bot check', byNumber(counts.byBotCheck), terminal),
    ...chart('By day (UTC)', days.slice(-daysShown), terminal),
    ...(left > 0 ? [terminal.paint('dim', `  and ${left} days before; --json has them`)] : []),
  ].join('\n');
}
