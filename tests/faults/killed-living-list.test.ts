import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { startProcess } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createPeople } from './numbered-people.ts';

const people = 6_000;
const kills = 30;

/** Writes the file of a mailing tool with people from one number on. */
function listFrom(first: number): string {
  const file = join(temporaryFolder(), 'list.csv');
  const address = (_row: unknown, index: number) =>
    `p${String(first + index).padStart(6, '0')}@kill.example`;
  writeFileSync(file, `email\n${Array.from({ length: people }, address).join('\n')}\n`);
  return file;
}

const one = (folder: string, statement: string) => readSqlite(folder, statement)[0];

test.each<[command: string, line: () => string, found: string, expected: object]>([
  [
    'import',
    () => `signups import ${listFrom(people + 1)} --yes`,
    'select count(*) as people, count(distinct email) as addresses from signups',
    { people: 2 * people, addresses: 2 * people },
  ],
  [
    'stop',
    () => `signups stop --from ${listFrom(1)} --because bounce`,
    'select count(*) as stops from stops',
    { stops: people },
  ],
  [
    'remind',
    () => 'signups remind --older-than 1h --yes',
    `select count(*) as mails, count(distinct email) as people,
       (select sum(sent) from mail_counts) as counted, (select max(sent) from mail_counts) as most
     from deliveries`,
    { mails: people, people, counted: people, most: 1 },
  ],
])(
  '%s that is killed at random moments and run again reaches everybody once',
  async (_command, line, found, expected) => {
    const run = (DATA_DIR: string, words: string) =>
      startProcess(`dist/cli/index.js ${words}`, { DATA_DIR, MAIL_URL: 'smtp://127.0.0.1:9' });
    const create = (): string => {
      const folder = temporaryFolder();
      createPeople(folder, people);
      return folder;
    };
    const begun = performance.now();
    const whole = create();
    expect(await run(whole, line()).ended).toMatchObject({ code: 0 });
    expect(one(whole, found)).toEqual(expected);
    const duration = performance.now() - begun;
    for (let kill = 1; kill <= kills; kill += 1) {
      const [folder, words] = [create(), line()];
      const killed = run(folder, words);
      await setTimeout(Math.random() * duration);
      killed.child.kill('SIGKILL');
      await killed.ended;
      expect(await run(folder, words).ended).toMatchObject({ code: 0 });
      expect(one(folder, found), `kill ${kill}`).toEqual(expected);
    }
  },
);
