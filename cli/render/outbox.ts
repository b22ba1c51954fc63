import type { OutboxState } from '../../shared/records.ts';
import { columns } from '../columns.ts';
import type { Terminal } from '../terminal.ts';

export const plural = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A time span to its largest two units: enough to see whether to worry. */
export function span(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What waits and since when, then a line for each that was refused. */
export function renderOutbox(state: OutboxState, { paint }: Terminal): string {
  const { depth, oldest, oldestSeconds, refused, refusals } = state;
  const waiting =
    oldest === null
      ? 'Nothing waits to be sent.'
      : `${plural(depth, 'sign-up')} to be sent; the oldest has waited for ${span(oldestSeconds)}, since ${oldest}.`;
  if (refused === 0) return waiting;
  return [
    waiting,
    paint('yellow', `${plural(refused, 'sign-up')} refused, and kept aside:`),
    ...columns(refusals.map(({ email, code, refusedAt }) => [`  ${email}`, code, refusedAt])),
    'Once the cause is mended, --retry sends them again; --forget ADDRESS drops what nobody wants.',
  ].join('\n');
}
