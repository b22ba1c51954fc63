import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../../server/config.ts';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { fileNotes } from './env-file.ts';

/** Returns the notes about a file of these lines: the number of the line, the name, the warning and the remedy. */
function notesOn(...lines: string[]) {
  const ENV_FILE = join(temporaryFolder(), '.env');
  writeFileSync(ENV_FILE, lines.join('\n'));
  return fileNotes({ ENV_FILE }).map(({ name, value, warning, remedy }) => {
    expect(value.startsWith(`${ENV_FILE}:`)).toBe(true);
    return [Number(value.slice(ENV_FILE.length + 1)), name, warning, remedy];
  });
}

const unknown = 'is no setting: it does nothing';
const overridden = 'is set again below, which counts';
const noAssignment = 'is no NAME=value: it does nothing';

test.each([
  ['LOG_LVL', 'Did you mean LOG_LEVEL?'],
  ['LOG_LEVEL_XY', 'Did you mean LOG_LEVEL?'],
  ['LOG_LEVEL_XYZ', 'Remove it.'],
  ['SOMETHING_ELSE_ALTOGETHER', 'Remove it.'],
])('check answers %s, which is no setting, with “%s”', (name, remedy) => {
  expect(notesOn(`${name}=x`)).toEqual([[1, name, unknown, remedy]]);
});

test.each([
  'PORT=4000',
  'PORT =4000',
  ' PORT=4000',
  'export PORT=4000',
  'export  PORT=4000',
  '  export PORT = 4000',
])('check reads `%s` as an assignment, which a later line overrides', (line) => {
  expect(notesOn(line, 'PORT=5000')).toEqual([[1, 'PORT', overridden, undefined]]);
});

test.each(['PORT', 'PORT 4000', '=4000', 'the rest of a key=='])(
  'check says that `%s` is no assignment, and does not show the line',
  (line) => {
    expect(notesOn(line)).toEqual([[1, 'a line', noAssignment, undefined]]);
  },
);

test('check says nothing of comments, of empty lines and of names that compose.yaml reads', () => {
  const lines = ['# PORT', '  # PORT', '', '   ', 'POSTGRES_PASSWORD=x', 'PORT=4000', '#PORT=5000'];
  expect(notesOn(...lines)).toEqual([]);
});

test('check says that an unquoted value ends at its #, as passwords do', () => {
  const cut = 'ends at its #, where a comment begins';
  const remedy = 'Put the value in quotation marks.';
  expect(notesOn('MAIL_URL=smtp://a:b#c@host')).toEqual([[1, 'MAIL_URL', cut, remedy]]);
  expect(notesOn("MAIL_URL='smtp://a:b#c@host'", 'PORT=4000 # the port')).toEqual([]);
});

test('check says that a value ends at its second quotation mark, as a sender with a name does', () => {
  const cut = 'ends at its second quotation mark';
  const remedy = "Put the whole value, with its quotation marks, in '…'.";
  expect(notesOn('MAIL_FROM="Ada" <ada@a.example>')).toEqual([[1, 'MAIL_FROM', cut, remedy]]);
  expect(notesOn(`MAIL_FROM='"Ada" <ada@a.example>'`, 'PORT="4000" # the port')).toEqual([]);
});

test('check counts the later lines of a quoted value as a part of the value', () => {
  expect(notesOn('IP_HASH_SECRET="one', 'PORT', 'two"', 'LOG_LVL=x')).toEqual([
    [4, 'LOG_LVL', unknown, 'Did you mean LOG_LEVEL?'],
  ]);
});

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFPORT=4000\nLOG_LVL=x', 'utf8')],
  ['UTF-16', Buffer.from('\uFEFFPORT=4000\nLOG_LVL=x', 'utf16le')],
  [
    'UTF-16 with the high byte first',
    Buffer.from('\uFEFFPORT=4000\nLOG_LVL=x', 'utf16le').swap16(),
  ],
])('the first setting of a file in %s counts', (_encoding, bytes) => {
  const ENV_FILE = join(temporaryFolder(), '.env');
  writeFileSync(ENV_FILE, bytes);
  expect(fileNotes({ ENV_FILE }).map(({ name }) => name)).toEqual(['LOG_LVL']);
  const port = readConfig({ ENV_FILE }).report.find(({ name }) => name === 'PORT');
  expect(port).toMatchObject({ value: '4000', source: 'file' });
});
