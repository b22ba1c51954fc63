import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Command } from 'commander';
import type { SignupRecord } from '../../../shared/records.ts';
import { Failure } from '../../failure.ts';
import { asCsv, asJsonArray, asJsonLines, type ExportFormat } from '../../records/export-format.ts';
import type { Owner } from '../../records/owner.ts';
import { withOwner } from '../../records/with-owner.ts';
import { type JsonOption, type Session, withJson } from '../../session.ts';

export const exportCommand = (session: Session): Command =>
  withJson(new Command('export'))
    .description('every sign-up, oldest first, as CSV; --json: a JSON array')
    .option('--lines', 'JSON, one object a line')
    .action(async (options: JsonOption & { lines?: true }) => {
      const format = options.lines ? asJsonLines : options.json ? asJsonArray : asCsv;
      const { out, err } = session.terminal;
      const rows = await withOwner((owner) => exportAll(owner, format, out));
      if (err.isTTY) err.write(`${rows} sign-ups\n`);
    });

/** Waits until `out` takes more; or until nobody reads it (`… | head`), which is no failure. */
async function untilTaken(out: Writable): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    },
  );
  // Else a slow reader of many rows would leave a listener for each wait.
  waiting.abort();
}

/**
 * Writes every row as it arrives, no faster than `out` takes them.
 * @returns how many. Throws a Failure when that is not what the owner counted.
 */
export async function exportAll(
  owner: Pick<Owner, 'ask'>,
  format: ExportFormat,
  out: Writable,
): Promise<number> {
  let written = 0;
  const write = async (text: string) => {
    if (text && !out.destroyed && !out.write(text)) await untilTaken(out);
  };
  await write(format.head);
  const row = async (record: SignupRecord) => {
    await write(format.row(record, written));
    written += 1;
  };
  const told = (await owner.ask({ method: 'export' }, { row })) as { rows: number };
  await write(format.foot(written));
  if (told.rows !== written) {
    throw new Failure(
      'rows_missing',
      `${written} rows arrived and ${told.rows} were sent: this export is not whole`,
      'Run it again.',
    );
  }
  return written;
}
