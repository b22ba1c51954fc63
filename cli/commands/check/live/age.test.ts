import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { judgeAge, judgeFileAge } from './age.ts';

const madeAt = new Date('2026-03-01T08:30:59.000Z');
const at = (now: string) => judgeAge(madeAt, new Date(now));

test('check warns of a new database until it is older than 24 hours, with the minute in which it was made', () => {
  const warned = {
    warning: 'made new on 2026-03-01 08:30 UTC',
    remedy:
      'If there were sign-ups before, DATA_DIR or DATABASE_URL names another place, or a disk is not mounted.',
  };
  expect(at('2026-03-01T08:31:00.000Z')).toEqual(warned);
  expect(at('2026-03-02T08:30:59.000Z')).toEqual(warned);
  expect(at('2026-03-02T08:30:59.001Z')).toEqual({});
  expect(judgeAge(null)).toEqual({});
});

test('check says nothing of the age of a file that is missing or cannot be opened, and makes none', async () => {
  const folder = temporaryFolder();
  expect(await judgeFileAge(folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'signups.db'), 'no database');
  expect(await judgeFileAge(folder)).toEqual([]);
});
