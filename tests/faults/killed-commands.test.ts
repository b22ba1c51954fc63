import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filledFolder } from '../../cli/commands/signups/testing/filled-folder.ts';
import { startProcess } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';

/** The changes of a file at which a command is killed. A command ends before the last of them. */
const killPoints = Array.from({ length: 1_000 }, (_, index) => index + 1);
const leastKills = 5;

/** Runs a command. With a number, kills it just before that change of a file. */
const signups = (words: string, DATA_DIR: string, killAt?: number) =>
  startProcess(
    `${killAt ? '--import ./tests/faults/kill-at.ts ' : ''}cli/index.ts signups ${words}`,
    { DATA_DIR, ...(killAt && { KILL_AT: String(killAt) }) },
  ).ended;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const holding = (address: string, ...folders: string[]): string[] =>
  folders.flatMap(filesIn).filter((file) => readFileSync(file).includes(address));

/** Creates a data folder, and a folder with a backup. The backup has an address that was erased afterwards. */
async function prepare() {
  const [DATA_DIR, backups] = [filledFolder(), temporaryFolder()];
  expect(await signups(`backup --to ${backups}`, DATA_DIR)).toMatchObject({ code: 0 });
  expect(await signups('erase ann@example.com --yes', DATA_DIR)).toMatchObject({ code: 0 });
  return { DATA_DIR, backups };
}

test('a restore that is killed at any change of a file leaves whole sign-ups, and no erased address after the next command', async () => {
  const { DATA_DIR: original, backups } = await prepare();
  let kills = 0;
  for (const killAt of killPoints) {
    const DATA_DIR = temporaryFolder();
    cpSync(original, DATA_DIR, { recursive: true });
    const { code, err } = await signups(`restore --latest ${backups}`, DATA_DIR, killAt);
    if (code === 0) break;
    expect([code, err], `killed at ${killAt}`).toEqual([null, expect.not.stringContaining('at ')]);
    kills += 1;
    expect(await signups('count --json', DATA_DIR)).toMatchObject({
      code: 0,
      out: expect.stringContaining('"total": 1'),
    });
    expect(holding('ann@example.com', DATA_DIR), `killed at ${killAt}`).toEqual([]);
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('.'))).toEqual([]);
    // An erasure names every file that the restore left with the address.
    const { out } = await signups('erase =cmd@example.com --yes --json', DATA_DIR);
    const { files = [] } = JSON.parse(out) as { files?: { file: string }[] };
    expect(files.map(({ file }) => file).toSorted(), `killed at ${killAt}`).toEqual(
      holding('=cmd@example.com', DATA_DIR).toSorted(),
    );
  }
  expect(kills).toBeGreaterThan(leastKills);
});

test('a backup that is killed at any change of a file leaves whole backups alone, and nothing after the next backup', async () => {
  const { DATA_DIR } = await prepare();
  let kills = 0;
  for (const killAt of killPoints) {
    const backups = temporaryFolder();
    const { code } = await signups(`backup --to ${backups} --keep 2`, DATA_DIR, killAt);
    if (code === 0) break;
    kills += 1;
    expect(await signups(`backup ${join(backups, 'next.db')}`, DATA_DIR)).toMatchObject({
      code: 0,
    });
    const { code: listed, out } = await signups(`backup --list ${backups} --json`, DATA_DIR);
    expect([listed, JSON.parse(out)], `killed at ${killAt}`).toEqual([
      0,
      expect.arrayContaining([expect.objectContaining({ file: join(backups, 'next.db') })]),
    ]);
    expect(readdirSync(backups).filter((name) => !name.endsWith('.db'))).toEqual([]);
  }
  expect(kills).toBeGreaterThan(leastKills);
});
