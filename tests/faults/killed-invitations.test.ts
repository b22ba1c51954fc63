import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSignups } from '../../server/stores/sqlite/open.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { startProcess } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';

/** `INVITATION_KILLS=30` is the long form. */
const kills = Number(process.env.INVITATION_KILLS ?? 3);
const size = 500;

test('invitations that are killed at random moments, and run again, invite everybody once and in order', async () => {
  const [DATA_DIR, files] = [temporaryFolder(), temporaryFolder()];
  const database = openSignups(DATA_DIR, { create: true });
  database.exec(`
    with recursive numbers (number) as (
      select 1 union all select number + 1 from numbers where number < ${kills * size}
    )
    insert into signups (email, source, bot_check, form_fill_time_ms, created_at, last_seen_at, seen_on)
    select printf('p%06d@kill.example', number), 'hero', 'passed', 3000,
      strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-01', '+' || number || ' seconds'), '2026-11-02', '2026-11-02'
    from numbers`);
  database.close();
  const fileOf = (wave: number) => join(files, `${wave}.csv`);
  const invite = (wave: number) =>
    startProcess(
      `dist/cli/index.js signups invite --wave w${wave} --first ${size} --for plunk --to ${fileOf(wave)}`,
      { DATA_DIR },
    );
  const countMarked = (wave: number): number =>
    Number(
      readSqlite(DATA_DIR, `select count(*) as marked from signups where wave = 'w${wave}'`)[0]
        ?.marked,
    );
  const moments: string[] = [];
  for (let wave = 1; wave <= kills; wave += 1) {
    const killed = invite(wave);
    const wanted = Math.floor(Math.random() * (size + 1));
    while (countMarked(wave) < wanted && killed.child.exitCode === null) await setTimeout(2);
    killed.child.kill('SIGKILL');
    const { code } = await killed.ended;
    moments.push(`exit ${code}, ${countMarked(wave)} marked`);
    expect(await invite(wave).ended).toMatchObject({ code: 0 });
    expect(readFileSync(fileOf(wave), 'utf8').match(/@kill/g)).toHaveLength(size);
  }
  if (process.env.INVITATION_KILLS) process.stdout.write(`${moments.join('\n')}\n`);
  const rows = readSqlite(DATA_DIR, 'select email, wave from signups order by created_at');
  expect(rows.map(({ wave }) => wave)).toEqual(
    rows.map((_row, at) => `w${1 + Math.floor(at / size)}`),
  );
});
