import { expect, test } from 'vitest';
import { Failure, fileFailure, messageOf } from './failure.ts';

const path = '/srv/deckwright/data';
const ofSystem = (code: string, errno: number) => Object.assign(new Error('raw'), { code, errno });
const ofSqlite = (errcode: number) => Object.assign(new Error('database is locked'), { errcode });

test.each([
  ['of the system', ofSystem('EACCES', -13), `${path}: permission denied`, 'Use another.'],
  [
    'of a full disk',
    ofSystem('ENOSPC', -28),
    `${path}: no space left on device`,
    'Make room on its disk.',
  ],
  ['of SQLite', ofSqlite(5), `${path}: database is locked`, 'Use another.'],
  [
    'of SQLite on a full disk',
    ofSqlite(13),
    `${path}: database is locked`,
    'Make room on its disk.',
  ],
  ['of no file', new Error('broken'), 'broken', undefined],
])('an error %s names the file, what is wrong and a remedy', (_what, error, message, remedy) => {
  const failure = fileFailure(error, path, 'Use another.');
  expect([failure.code, failure.message, failure.details.remedy]).toEqual([
    'file',
    message,
    remedy,
  ]);
});

test('a failure has only the details that it was given', () => {
  expect(new Failure('file', 'broken').details).toEqual({});
  const problems = [{ name: 'PORT', problem: 'is wrong', remedy: 'Mend it.' }];
  expect(new Failure('bad_settings', 'wrong', undefined, problems).details).toEqual({ problems });
});

test('messageOf returns a text for every thrown value, also for one that is no error', () => {
  expect([messageOf(new Error('broken')), messageOf('broken')]).toEqual(['broken', 'broken']);
});
