import {
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remedyForMissing } from '../../../../server/stores/sqlite/explain.ts';
import { openSignups } from '../../../../server/stores/sqlite/open.ts';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { filledFolder } from '../../signups/testing/filled-folder.ts';
import { judgeDataFolder, type System, system } from './data-folder.ts';

const { W_OK, X_OK } = constants;

/**
 * Returns the system of user 1001, to whom every folder belongs.
 * @param denied the rights that this user lacks, by folder.
 */
const systemOf = (denied: Record<string, number> = {}, changes: Partial<System> = {}): System => ({
  getUser: () => 1001,
  access: (path, mode = 0) => {
    if ((denied[String(path)] ?? 0) & mode) throw new Error('EACCES: permission denied');
  },
  foreignOwner: () => undefined,
  openSignups,
  ...changes,
});

test('a folder that this user may not enter is a problem, and so is a missing folder below it', () => {
  const parent = temporaryFolder();
  const problem = {
    problem: `user 1001 may not enter ${parent}`,
    remedy: 'Set DATA_DIR to a folder that lies elsewhere.',
  };
  const system = systemOf({ [parent]: X_OK });
  expect(judgeDataFolder(parent, system)).toEqual(problem);
  expect(judgeDataFolder(join(parent, 'a', 'b'), system)).toEqual(problem);
});

test.runIf(process.getuid)('check names the id of the user who runs it (needs user ids)', () => {
  const folder = temporaryFolder();
  const { access } = systemOf({ [folder]: X_OK });
  expect(judgeDataFolder(folder, { ...system, access }).problem).toBe(
    `user ${process.getuid?.()} may not enter ${folder}`,
  );
});

test('a folder behind a link to nothing is a problem, because it cannot be made', () => {
  const link = join(temporaryFolder(), 'disk');
  symlinkSync(`${link}-missing`, link);
  const problem = {
    problem: `${link} is a link to nothing`,
    remedy: 'Make the folder that it names, mount its disk, or set DATA_DIR to another folder.',
  };
  expect(judgeDataFolder(link, systemOf())).toEqual(problem);
  expect(judgeDataFolder(join(link, 'a', 'b'), systemOf())).toEqual(problem);
});

test('a missing folder is a problem only where this user may not make it', () => {
  const parent = temporaryFolder();
  const missing = join(parent, 'a', 'b');
  expect(judgeDataFolder(missing, systemOf({ [parent]: W_OK }))).toEqual({
    problem: `${missing} is not there, and user 1001 may not make it`,
    remedy: remedyForMissing(missing),
  });
  expect(judgeDataFolder(missing, systemOf())).toEqual({});
});

test('an empty folder is in order when this user may write to it', () => {
  expect(judgeDataFolder(temporaryFolder())).toEqual({});
});

test.each([
  ['a warning while this user may write to it', 0, 'warning'],
  ['a problem when this user may not write to it', W_OK, 'problem'],
])('a folder of another user is %s', (_what, lacks, kind) => {
  const folder = temporaryFolder();
  const foreignOwner = (path: string) => `${path} belongs to user 0, and this is user 1001`;
  const system = systemOf({ [folder]: lacks }, { foreignOwner });
  expect(judgeDataFolder(folder, system)).toEqual({
    [kind]: `${folder} belongs to user 0, and this is user 1001`,
    remedy:
      'Run server and terminal as that user, or set DATA_DIR to a folder of the present user.',
  });
});

test('an error of SQLite without a known remedy is a problem, and the remedy is the log', () => {
  const folder = filledFolder();
  const fail = () => {
    throw new Error('no such function: json');
  };
  expect(judgeDataFolder(folder, systemOf({}, { openSignups: fail }))).toEqual({
    problem: 'no such function: json',
    remedy: 'Read the server’s log.',
  });
});

test('check closes the file of the sign-ups, also when the file is damaged', () => {
  const folder = filledFolder();
  const opened: ReturnType<typeof openSignups>[] = [];
  const open: System['openSignups'] = (directory, options) => {
    expect(options.create).toBe(false);
    const signups = openSignups(directory, options);
    opened.push(signups);
    return signups;
  };
  expect(judgeDataFolder(folder, systemOf({}, { openSignups: open }))).toEqual({});
  const file = join(folder, 'signups.db');
  writeFileSync(file, readFileSync(file).fill('damage', 8192, 12_288));
  expect(judgeDataFolder(folder, systemOf({}, { openSignups: open }))).toMatchObject({
    problem: `${file} is damaged`,
  });
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, false]);
});

test('check names each forgotten file and each wide permission, with the remedy of each', () => {
  const folder = filledFolder();
  const file = join(folder, 'signups.db');
  const remedy =
    'The next `signups` command removes what a killed command left. Remove a copy that you do not need, such as that of a rehearsal.';
  const killed = ['1', '2'].map((name) => join(folder, `.deckwright-work-${name}`));
  for (const path of killed) mkdirSync(path);
  expect(judgeDataFolder(folder)).toEqual({
    warning: `${killed.join(' and ')}: left by a killed command`,
    remedy,
  });
  const copies = ['a.db', 'b.db'].map((name) => join(folder, name));
  for (const path of copies) copyFileSync(file, path);
  chmodSync(file, 0o644);
  const { warning, remedy: cures } = judgeDataFolder(folder);
  expect(warning?.split('; ')).toEqual([
    `other users may open ${file} (mode 644)`,
    `${killed.join(' and ')}: left by a killed command`,
    `${copies.join(' and ')}: a copy that holds addresses`,
  ]);
  expect(cures).toBe(`Run: chmod 600 ${file} ${remedy}`);
});
