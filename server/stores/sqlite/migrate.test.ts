import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { eraseAddress, readErasures } from '../maintenance/erasures.ts';
import { readMigrations } from './migrate.ts';
import { openSignups, signupsPath } from './open.ts';

/** Fills a file as release 0.2.0 leaves it. @returns its folder. */
function createOldFile(): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(signupsPath(folder));
  database.exec(readMigrations()[0] ?? '');
  database.exec(`pragma user_version = 1; pragma application_id = 0x6465636b;
    insert into signups
      (email, source, bot_check, form_fill_time_ms, created_at, last_seen_at, seen_on)
    values ('ada@company.com', 'hero', 'passed', 2500, '2026-11-01T00:00:00.000Z',
      '2026-11-01T00:00:00.000Z', '2026-11-01');
    insert into outbox (email, signup, kept_at)
    values ('bea@company.com', '{"email":"bea@company.com","formFillTimeMs":2500}',
      '2026-11-01T00:00:00.000Z');
    insert into daily_counts values ('2026-11-01', 'signup_kept', 'hero', 3);
    insert into visitor_attempts values ('visitor', '2026-11-01T00:00:00.000Z', 20)`);
  database.close();
  return folder;
}

test('a file of release 0.2.0 keeps its sign-ups, its outbox, its counts and the attempts of its visitors', () => {
  const database = openSignups(createOldFile(), { create: true });
  const read = (statement: string) => Object.values(database.prepare(statement).get() ?? {});
  expect(read('select email, form_fill_time_ms, campaign, wave from signups')).toEqual([
    'ada@company.com',
    2500,
    null,
    null,
  ]);
  expect(read('select signup, stored_at from outbox')).toEqual([
    '{"email":"bea@company.com","formFillTime":2500}',
    '2026-11-01T00:00:00.000Z',
  ]);
  expect(read('select name, count from daily_counts')).toEqual(['signup_accepted', 3]);
  expect(read('select visitor_hash, hour, attempts from visitor_attempts')).toEqual([
    'visitor',
    '2026-11-01T00:00:00.000Z',
    20,
  ]);
  database.close();
});

test('an erasure reaches the outbox in a file of release 0.2.0 that a restore kept', () => {
  const database = new DatabaseSync(signupsPath(createOldFile()));
  expect(eraseAddress(database, 'bea@company.com')).toBe(1);
  expect([...readErasures(database)]).toHaveLength(1);
  database.close();
});
