import { expect, test } from 'vitest';
import { filledFolder, run, runJson } from './testing/filled-folder.ts';

test('an outbox without sign-ups says that nothing waits and that nothing was refused', async () => {
  const folder = filledFolder();
  const erased = '✓ Erased bob@example.com from the outbox.\n';
  const nothing = '✓ The outbox has no sign-up of bob@example.com.\n';
  await run('outbox --erase ann@example.com', folder);
  expect((await run('outbox --erase bob@example.com', folder)).out).toBe(erased);
  expect((await run('outbox --erase bob@example.com', folder)).out).toBe(nothing);
  const [shown, retried] = [await run('outbox', folder), await run('outbox --retry', folder)];
  expect(shown).toMatchObject({ code: 0, out: 'Nothing waits to be sent.\n' });
  expect(retried).toMatchObject({ code: 0, out: '! Nothing was refused.\n' });
});

test('outbox shows waiting and refused sign-ups, and exits with 1 when one was refused', async () => {
  const { code, out } = await run('outbox');
  expect([code, out]).toEqual([
    1,
    `1 sign-up to be sent; the oldest came 2026-02-01 02:00 UTC.
! 2 sign-ups refused:
EMAIL            CODE              REFUSED (UTC)
ann@example.com  bot_check_failed  2026-02-02 01:00
ann@example.com  bot_check_failed  2026-02-02 00:00
After you have mended the cause, --retry sends them again. --erase ADDRESS erases the sign-ups of a person.
`,
  ]);
});

test('outbox --retry makes refused sign-ups wait again, each address once', async () => {
  const folder = filledFolder();
  const { code, out } = await run('outbox --retry', folder);
  expect([code, out]).toEqual([0, '✓ 2 refused sign-ups will be sent again by the server.\n']);
  const oldest = '2026-02-01T00:00:00.000Z';
  const oldestSeconds = expect.closeTo((Date.now() - Date.parse(oldest)) / 1000, -4);
  const state = { depth: 2, refused: 0, oldest, oldestSeconds };
  expect(await runJson('outbox', folder)).toMatchObject(state);
  const named = await run('outbox --retry Cyd@example.com', folder);
  expect(named).toMatchObject({ code: 1, out: '! Nothing of cyd@example.com was refused.\n' });
});

test('outbox --erase erases the rows of an address, and no sign-up', async () => {
  const folder = filledFolder();
  expect(await runJson('outbox --erase ann@example.com', folder)).toEqual({ erased: 2 });
  expect(await runJson('outbox --erase ann@example.com', folder)).toEqual({ erased: 0 });
  expect(await runJson('count', folder)).toMatchObject({ total: 2 });
});
