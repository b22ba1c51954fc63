import { expect, test } from 'vitest';
import { readSettings } from '../../../shared/settings/read.ts';
import { runCommand } from '../../testing/run-command.ts';
import { judgeCrowd } from './crowd.ts';

const mail = { MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@crowd.example' };
const room = async () => ({ bavail: 1_000_000, bsize: 4_096 });

const judged = async (people: number, environment = {}, mailLimit?: number, free = room) => {
  const crowd = { people, ...(mailLimit !== undefined && { mailLimit }) };
  const read = readSettings({ environment: { ...mail, ...environment }, file: {} });
  if (!read.ok) throw new Error('the settings of the test are wrong');
  const findings = await judgeCrowd(read.settings, '/tmp', crowd, free);
  return Object.fromEntries(findings.map((finding) => [finding.name, finding]));
};

test('10,000 sign-ups in a day name the limit by visitor, the mails of 8 h 20 min, and the values to use', async () => {
  const found = await judged(10_000);
  expect(found.SIGNUP_LIMIT_PER_VISITOR_HOUR).toMatchObject({
    warning: '57 of these people get 429 and must try again in the next hour',
    remedy: expect.stringContaining('SIGNUP_LIMIT_PER_VISITOR_HOUR=67'),
  });
  expect(found.MAIL_PER_MINUTE).toMatchObject({
    value: '20: 1200 mails an hour; 10000 mails take 8 h 20 min',
    remedy: expect.stringContaining('MAIL_PER_MINUTE=56'),
  });
  expect(found.disk).toEqual({
    name: 'disk',
    value: '192 MB for the sign-ups and their backups, 4096 MB are free',
  });
});

test('the values that check --for names leave no warning but that of nginx', async () => {
  const values = { SIGNUP_LIMIT_PER_VISITOR_HOUR: '67', MAIL_PER_MINUTE: '56' };
  const found = await judged(10_000, values, 20_000);
  expect(
    Object.values(found)
      .filter(({ warning }) => warning)
      .map(({ name }) => name),
  ).toEqual(['nginx']);
});

test('a limit of the SMTP account and a short disk are warnings', async () => {
  const found = await judged(10_000, {}, 4_000, async () => ({ bavail: 10, bsize: 4_096 }));
  expect(found['SMTP account']?.warning).toBe('6000 mails wait for the next day');
  expect(found.disk?.warning).toBe('the room is short');
});

test('check --for prints the sums and stays in order, and refuses a text that is no number', async () => {
  const { out } = await runCommand('check --for 100 --json', mail);
  expect(JSON.parse(out).crowd.map(({ name }: { name: string }) => name)).toContain(
    'MAIL_PER_MINUTE',
  );
  expect((await runCommand('check --for 100', mail)).out).toContain(
    'memory  256 MiB for each replica',
  );
  expect((await runCommand('check --for many')).code).toBe(2);
  expect((await runCommand('check --mail-limit 5')).code).toBe(2);
});
