import type { SignupRecord } from '../../shared/records.ts';
import { columns } from '../columns.ts';
import type { Terminal } from '../terminal.ts';

/** To the second: finer is for machines. */
const moment = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+Z$/, 'Z');

/** A line a sign-up. Addresses hold no control characters: the contract’s pattern keeps them out. */
export function renderList(rows: readonly SignupRecord[], { paint }: Terminal): string {
  if (rows.length === 0) return 'No sign-ups yet.';
  const [header = '', ...lines] = columns([
    ['EMAIL', 'SOURCE', 'BOT CHECK', 'SIGNED UP', 'LAST SEEN', 'TIMES'],
    ...rows.map((row) => [
      row.email,
      row.source,
      row.botCheck,
      moment(row.createdAt),
      moment(row.lastSeenAt),
      String(row.times),
    ]),
  ]);
  return [paint('bold', header), ...lines].join('\n');
}
