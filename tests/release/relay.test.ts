import { describe, expect, test } from 'vitest';
import type { Finding } from '../../cli/commands/check/report.ts';
import { runCommand } from '../../cli/testing/run-command.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startReady } from '../support/built-server.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { canRunExim, startExim } from './exim.ts';

const common = { MAIL_FROM: 'Deckwright <launch@deckwright.example>' };

/** Starts our server with these settings of the mails, and signs up. Returns the server and its settings. */
async function startSite(mail: Record<string, string>, ...names: string[]) {
  const DATA_DIR = temporaryFolder();
  const settings = { SITE_ORIGIN: 'https://deckwright.example', ...common, ...mail };
  const server = await startReady(DATA_DIR, settings);
  for (const name of names) {
    expect(await signUp(server.url, goodSignup(`${name}@prospects.example`))).toBe(200);
  }
  return { server, settings: { ...settings, DATA_DIR } };
}

/** Returns a finding of `check --live`. */
async function check(settings: Record<string, string>, name: string): Promise<Finding | undefined> {
  const { out } = await runCommand('check --live --json', { ...settings, PORT: '2' });
  const { live } = JSON.parse(out) as { live: Finding[] };
  return live.find((one) => one.name === name);
}

describe.runIf(canRunExim)('through Exim (needs exim4 and root)', () => {
  test('a relay without STARTTLS is named in the log and by check --live, and takes mails with ?tls=none, greeted with the host name of the site', async () => {
    const exim = await startExim(false);
    const MAIL_URL = `smtp://127.0.0.1:${exim.port}`;
    const refused = await startSite({ MAIL_URL }, 'ada');
    await refused.server.hears(/"reason":"STARTTLS: the server offers none"/);
    expect(await check(refused.settings, 'SMTP')).toMatchObject({
      problem: expect.stringContaining('STARTTLS: the server offers none'),
      remedy: expect.stringContaining('?tls=none'),
    });
    const taking = await startSite({ MAIL_URL: `${MAIL_URL}?tls=none` }, 'bob');
    await expect.poll(exim.taken).toHaveLength(1);
    expect(exim.taken()[0]).toMatch(
      /<= launch@deckwright\.example H=\S*\s?\(?deckwright\.example\)?.* P=esmtp .*for bob@prospects\.example$/,
    );
    expect(await check(taking.settings, 'SMTP')).not.toHaveProperty('problem');
  });

  test('a relay with a certificate that it signed itself is named in the log and by check --live, and takes mails with MAIL_CA_FILE', async () => {
    const exim = await startExim(true);
    const MAIL_URL = `smtp://localhost:${exim.port}`;
    const refused = await startSite({ MAIL_URL }, 'ada');
    await refused.server.hears(/"reason":"TLS: the certificate of the server is self-signed"/);
    expect(await check(refused.settings, 'SMTP')).toMatchObject({
      problem: expect.stringContaining('self-signed'),
      remedy: expect.stringContaining('MAIL_CA_FILE'),
    });
    const mail = { MAIL_URL, MAIL_CA_FILE: exim.certificate };
    const taking = await startSite(mail, 'bob');
    await expect.poll(exim.taken).toHaveLength(1);
    expect(exim.taken()[0]).toMatch(/ P=esmtps .*for bob@prospects\.example$/);
    expect(await check(taking.settings, 'SMTP')).not.toHaveProperty('problem');
  });

  test('a quota and a rule on content hold mails and an unknown recipient is refused, as the log, the queue and check --live say', async () => {
    const exim = await startExim(false);
    const MAIL_URL = `smtp://127.0.0.1:${exim.port}?tls=none`;
    const { server, settings } = await startSite({ MAIL_URL }, 'quota', 'policy', 'nobody');
    await server.hears(/"reason":"RCPT TO: 550 5\.4\.5"/);
    await server.hears(/"reason":"DATA: 550 5\.7\.0"/);
    await server.hears(/"reason":"RCPT TO: 550 5\.1\.1"/);
    await expect
      .poll(() =>
        readSqlite(
          settings.DATA_DIR,
          'select refusal, refused_at is null as waits from deliveries order by id',
        ),
      )
      .toEqual([
        { refusal: 'RCPT TO: 550 5.4.5', waits: 1 },
        { refusal: 'DATA: 550 5.7.0', waits: 1 },
        { refusal: 'RCPT TO: 550 5.1.1', waits: 0 },
      ]);
    expect(await check(settings, 'mails')).toMatchObject({
      value: '2 waiting',
      problem: expect.stringContaining(
        '2 of the mails that wait are held, because the SMTP server takes nothing',
      ),
    });
  });
});
