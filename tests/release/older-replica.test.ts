import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ready, serverEntry, start } from '../support/built-server.ts';
import { adminUrl, query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

/** The commit of the last release. Null: no release is older than this one, so this one runs beside itself. */
const lastRelease: string | null = null;

/** Builds the server of a release in a folder of its own. @returns its entry. */
function buildRelease(commit: string): string {
  const folder = temporaryFolder();
  const archive = execFileSync('git', ['archive', commit], {
    cwd: fromRoot('.'),
    maxBuffer: 200_000_000,
  });
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
  symlinkSync(fromRoot('node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['run', 'build'], { cwd: folder });
  return join(folder, 'dist/server/index.js');
}

test('a replica of the last release and a replica of this release take sign-ups beside each other, and count the same limits, mails and numbers', async () => {
  const DATABASE_URL = await newDatabase('older_replica');
  const settings = {
    DATABASE_URL,
    IP_HASH_SECRET: 'a-hash-secret-of-both-releases',
    NODE_ENV: 'test',
    MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
    MAIL_FROM: 'hello@releases.example',
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '6',
    SIGNUP_LIMIT_PER_ADDRESS_DAY: '3',
  };
  const entry = lastRelease === null ? serverEntry : buildRelease(lastRelease);
  // The older one first, as before an upgrade. The newer one migrates the database under it.
  const older = await start(settings, undefined, entry);
  await ready(older);
  const newer = await start(settings);
  await ready(newer);
  await ready(older);
  const statuses: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    for (const { url } of [older, newer])
      statuses.push(await signUp(url, goodSignup('ada@releases.example')));
  }
  // The visitor’s limit of six counts for both, and the seventh and eighth sign-up are over it.
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  const [row] = await query(
    DATABASE_URL,
    `select times, times_that_day, (select sum(sent)::integer from deckwright.mail_counts) as mails,
       (select count(*)::integer from deckwright.deliveries) as deliveries,
       (select count(*)::integer from deckwright.signups) as people
     from deckwright.signups`,
  );
  expect(row).toEqual({ times: 3, times_that_day: 3, mails: 1, deliveries: 1, people: 1 });
  await older.stop();
  await newer.stop();
  const counts = await query(
    DATABASE_URL,
    `select name, sum(count)::integer as count from deckwright.daily_counts
     where name in ('form_sent', 'signup_accepted') group by 1 order by 1`,
  );
  expect(counts).toEqual([
    { name: 'form_sent', count: 8 },
    { name: 'signup_accepted', count: 6 },
  ]);
  const sessions = await query(
    adminUrl(inject('postgresPort')),
    `select count(*)::integer as open from pg_stat_activity where datname = 'older_replica'`,
  );
  expect(sessions).toEqual([{ open: 0 }]);
});
