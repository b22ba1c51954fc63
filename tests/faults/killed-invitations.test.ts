import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { startProcess } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createPeople, numbersFrom, numbersIn, peopleOf } from './numbered-people.ts';

/** Creates a data folder with people for some waves of one size. Returns the function that starts an invitation. */
function createList(waves: number, size: number) {
  const [DATA_DIR, files] = [temporaryFolder(), temporaryFolder()];
  createPeople(DATA_DIR, waves * size);
  /** @param killAt the change of a file before which the command is killed. */
  return (wave: number, killAt?: number) => {
    const file = join(files, `${wave}.csv`);
    const command = `signups invite --wave w${wave} --first ${size} --for plunk --to ${file}`;
    const begun = performance.now();
    const invite = killAt
      ? startProcess(`--import ./tests/faults/kill-at.ts cli/index.ts ${command}`, {
          DATA_DIR,
          KILL_AT: String(killAt),
        })
      : startProcess(`dist/cli/index.js ${command}`, { DATA_DIR });
    const marks = `select count(*) as marked from signups where wave = 'w${wave}'`;
    const countMarked = () => Number(readSqlite(DATA_DIR, marks)[0]?.marked);
    return {
      ...invite,
      milliseconds: () => Math.round(performance.now() - begun),
      async hasMarkedAll(): Promise<void> {
        while (countMarked() < size) await setTimeout(1);
      },
      /** Says how far the command came. */
      state() {
        const bytes = statSync(`${file}.part`, { throwIfNoEntry: false })?.size;
        const written = bytes === undefined ? 'none' : `${bytes} bytes`;
        return { marked: countMarked(), file: existsSync(file) ? 'whole' : written };
      },
      /** Runs the same command again, and expects the right people in the database and in the file. */
      async repeat(): Promise<void> {
        const again = startProcess(`dist/cli/index.js ${command}`, { DATA_DIR });
        expect(await again.ended).toMatchObject({ code: 0 });
        const people = numbersFrom((wave - 1) * size + 1, size);
        expect(peopleOf(DATA_DIR, `w${wave}`)).toEqual(people);
        expect(numbersIn(readFileSync(file, 'utf8'))).toEqual(people);
      },
    };
  };
}

test('invitations that are killed at random moments, and run again, invite everybody once and in order', async () => {
  const [kills, size] = [30, 4_000];
  const startInvite = createList(kills + 1, size);
  const whole = startInvite(1);
  await whole.hasMarkedAll();
  const marking = whole.milliseconds();
  expect(await whole.ended).toMatchObject({ code: 0 });
  const writing = whole.milliseconds() - marking;
  const table: object[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const invite = startInvite(kill + 1);
    // The file takes a small part of the time. Every third kill comes after the marks.
    const isLate = kill % 3 === 0;
    if (isLate) await invite.hasMarkedAll();
    await setTimeout(Math.random() * (isLate ? writing : marking + writing));
    const killedAfterMs = invite.milliseconds();
    invite.child.kill('SIGKILL');
    const { code } = await invite.ended;
    table.push({ killedAfterMs, exit: code ?? 'killed', ...invite.state() });
    await invite.repeat();
  }
  console.table(table);
});

test('invitations that are killed at each change of a file, and run again, invite everybody once and in order', async () => {
  const most = 20;
  const startInvite = createList(most, 20);
  const table: object[] = [];
  for (let killAt = 1; killAt <= most; killAt += 1) {
    const invite = startInvite(killAt, killAt);
    const { code } = await invite.ended;
    if (code === null) table.push({ killAt, ...invite.state() });
    await invite.repeat();
    if (code === 0) break;
  }
  console.table(table);
  expect(table.length).toBeGreaterThanOrEqual(4);
});
