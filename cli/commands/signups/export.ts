import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { exportSignups, type SignupRecord } from '../../../server/stores/maintenance/read.ts';
import { examples } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { asCsv, asJsonArray, asJsonLines, type ExportFormat } from './export-format.ts';
import { withSignups } from './with-database.ts';

export const exportCommand = (session: Session): Command =>
  new Command('export')
    .description('Write every sign-up, oldest first, as CSV; --json: as a JSON array')
    .option('--lines', 'write JSON lines: one object a line')
    .addHelpText('after', examples('signups export > all.csv', 'signups export --lines'))
    .action(async ({ lines }: { lines?: true }) => {
      const format = lines ? asJsonLines : session.json ? asJsonArray : asCsv;
      await withSignups(session, (signups) =>
        writeAll(exportSignups(signups), format, session.terminal.data),
      );
    });

/** Characters that are written at once: a write for each row would take three times as long. */
const chunkLength = 65_536;

async function* textOf(
  records: AsyncIterable<SignupRecord>,
  { head, row, foot }: ExportFormat,
): AsyncGenerator<string> {
  let text = head;
  let rows = 0;
  for await (const record of records) {
    text += row(record, rows);
    rows += 1;
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
  }
  yield text + foot(rows);
}

/** Writes rows as they are read, no faster than `out` takes them. That nobody reads on is no failure. */
export const writeAll = (
  records: AsyncIterable<SignupRecord>,
  format: ExportFormat,
  out: Writable,
): Promise<void> =>
  pipeline(textOf(records, format), out, { end: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
