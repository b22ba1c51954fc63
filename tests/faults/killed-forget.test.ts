import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSignups } from '../../server/stores/sqlite/open.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { startProcess } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';

const total = 10_000;

test('a killed forget leaves evidence for exactly the erased people, and the same command erases the rest', async () => {
  const DATA_DIR = temporaryFolder();
  const database = openSignups(DATA_DIR, { create: true });
  database.exec(`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${total})
    insert into signups (email, source, bot_check, created_at, last_seen_at, seen_on)
    select 'p' || number || '@kill.example', 'hero', 'passed', '2026-02-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z', '2026-02-01' from numbers`);
  database.close();
  const count = (): { signups: number; erasures: number } => {
    const [row] = readSqlite(
      DATA_DIR,
      `select (select count(*) from signups) as signups, (select count(*) from erasures) as erasures`,
    );
    return { signups: Number(row?.signups), erasures: Number(row?.erasures) };
  };
  const forget = () =>
    startProcess('dist/cli/index.js signups forget --before 2026-03-01 --yes --json', { DATA_DIR });
  const killed = forget();
  while (count().signups === total && killed.child.exitCode === null) await setTimeout(5);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const left = count();
  expect(left.signups).toBeGreaterThan(0);
  expect(left.erasures).toBe(total - left.signups);
  const again = forget();
  expect(await again.ended).toMatchObject({ code: 0 });
  expect(JSON.parse(again.said.out)).toMatchObject({ signups: left.signups });
  expect(count()).toEqual({ signups: 0, erasures: total });
});
