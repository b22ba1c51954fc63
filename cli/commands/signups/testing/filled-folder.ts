import { expect } from 'vitest';
import { openSignups } from '../../../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { type Options, runCommand } from '../../../testing/run-command.ts';

export const columns = `email, source, bot_check, form_fill_time_ms, created_at, last_seen_at, seen_on, times`;

const rows = `
  insert into signups (${columns}) values
    ('ann@example.com', 'hero', 'passed', 3000, '2026-02-03T04:05:06.000Z', '2026-02-05T04:05:06.000Z', '2026-02-05', 2),
    ('=cmd@example.com', 'cta', 'skipped', 3000, '2026-02-04T04:05:06.000Z', '2026-02-04T04:05:06.000Z', '2026-02-04', 1);
  insert into signup_outbox (email, signup, stored_at, refused_at, refused_as) values
    ('ann@example.com', '{}', '2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z', 'bot_check_failed'),
    ('ann@example.com', '{}', '2026-02-01T01:00:00.000Z', '2026-02-02T01:00:00.000Z', 'bot_check_failed'),
    ('bob@example.com', '{}', '2026-02-01T02:00:00.000Z', null, null);
  insert into daily_counts (day, name, label, count) values
    ('2026-02-03', 'page_read', '/', 7), ('2026-02-03', 'dialog_opened', 'hero', 3),
    ('2026-02-03', 'dialog_opened', 'cta', 2)`;

/** Creates a data folder with two sign-ups and, in the outbox, one waiting and two refused sign-ups. */
export function filledFolder(): string {
  const folder = temporaryFolder();
  const database = openSignups(folder, { create: true });
  database.exec(rows);
  database.close();
  return folder;
}

/** Runs SQL on the file of a data folder, and returns what the last query finds. */
export function change(folder: string, statements: string, query = 'select 1') {
  const database = openSignups(folder, { create: false });
  database.exec(statements);
  const rows = database.prepare(query).all();
  database.close();
  return rows;
}

/** Runs a `signups` command on a filled folder, or on the given folder. */
export const run = (
  line: string,
  DATA_DIR = filledFolder(),
  options: Options = {},
  settings: NodeJS.Dict<string> = {},
) => runCommand(`signups ${line}`, { DATA_DIR, ...settings }, options);

/** Returns the JSON that a command prints, and expects its exit code. */
export async function runJson(
  line: string,
  DATA_DIR?: string,
  exitCode = 0,
  settings: NodeJS.Dict<string> = {},
) {
  const { code, out } = await run(`${line} --json`, DATA_DIR, {}, settings);
  expect(code).toBe(exitCode);
  return JSON.parse(out);
}

/** Runs a command that must end with 1, and expects a text in its error. */
export async function expectFailure(line: string, says: string, DATA_DIR?: string): Promise<void> {
  const err = expect.stringContaining(says);
  expect(await run(line, DATA_DIR)).toMatchObject({ code: 1, out: '', err });
}
