import { expect, test } from 'vitest';
import { conditionOf } from '../../server/stores/maintenance/filter.ts';
import { countChosen, countWave, invite } from '../../server/stores/maintenance/invite.ts';
import { countNotices } from '../../server/stores/maintenance/notices.ts';
import { openPostgresDatabase } from '../../server/stores/maintenance/postgres.ts';
import { exportSignups } from '../../server/stores/maintenance/read.ts';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { withSql } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

test('on PostgreSQL two commands at once give a wave to the same people, and a filter chooses them', async () => {
  const url = await newDatabase('waves');
  await withSql(url, (sql) => migrate(sql));
  const [one, other] = [openPostgresDatabase(url), openPostgresDatabase(url)];
  await one.query(`insert into deckwright.signups
      (email, source, bot_check, created_at, confirmed_at, campaign)
    select 'p' || lpad(number::text, 4, '0') || '@waves.example', 'hero', 'passed',
      timestamptz '2026-11-01T00:00:00Z' + number * interval '1 minute', now(), 'even'
    from generate_series(1, 1000) as number`);
  const filter = { since: '2026-11-01', before: '2026-11-02', present: { confirmed_at: true } };
  const invitedAt = '2026-11-03T00:00:00.000Z';
  expect(conditionOf(one, filter).parameters).toHaveLength(2);
  expect(
    await countChosen(one, {
      first: 200,
      filter: { ...filter, equal: { source: 'hero', campaign: 'even' } },
    }),
  ).toBe(200);
  const marked = await Promise.all([
    invite(one, { wave: 'beta-1', first: 200, filter, invitedAt }),
    invite(other, { wave: 'beta-1', first: 200, filter, invitedAt }),
  ]);
  expect(marked.sort()).toEqual([0, 200]);
  expect(await invite(one, { wave: 'beta-1', first: 300, filter, invitedAt })).toBe(0);
  expect(await invite(other, { wave: 'beta-2', first: 2000, filter, invitedAt })).toBe(800);
  expect(await countWave(one, 'beta-1')).toBe(200);
  const rows = await Array.fromAsync(exportSignups(one, { equal: { wave: 'beta-1' } }));
  expect([rows[0]?.email, rows.at(-1)?.email]).toEqual([
    'p0001@waves.example',
    'p0200@waves.example',
  ]);
  expect(await Array.fromAsync(exportSignups(one, { present: { invited_at: false } }))).toEqual([]);
  expect(await countNotices(one)).toEqual({ notices: [], unknown: 1000 });
  await one.close();
  await other.close();
});
