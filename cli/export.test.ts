import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { exportAll } from './commands/signups/export.ts';
import { asJsonLines } from './records/export-format.ts';

const record = {
  email: 'ann@example.com',
  source: 'hero',
  botCheck: 'passed',
  createdAt: '2026-02-03T04:05:06.000Z',
  lastSeenAt: '2026-02-03T04:05:06.000Z',
  times: 1,
} as const;

/** An owner of so many rows. */
const owner = (rows: number): Parameters<typeof exportAll>[0] => ({
  ask: async (_request, { row } = {}) => {
    for (let sent = 0; sent < rows; sent += 1) await row?.(record);
    return { rows };
  },
});

test('a slow reader gets every row, and nothing is left listening', async () => {
  let lines = 0;
  const out = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => {
      lines += 1;
      setImmediate(done);
    },
  });
  const before = out.eventNames().length;
  expect(await exportAll(owner(30), asJsonLines, out)).toBe(30);
  expect({ lines, listening: out.eventNames().length }).toEqual({ lines: 30, listening: before });
});

test('a disk that is full is a failure', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const out = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => done(full) });
  await expect(exportAll(owner(1), asJsonLines, out)).rejects.toBe(full);
});
