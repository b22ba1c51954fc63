import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { migrateDatabase } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { createPostgresStore } from '../../server/stores/postgres/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { createStandIn } from '../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createControlGroup } from '../attacks/control-group.ts';
import { ready } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup } from '../support/sign-up.ts';
import { hasSeccomp, ownFolders, readUnit, startConfined } from './unit.ts';

/** The limit on memory of the units. Null where this user may set none. */
const group = process.getuid?.() === 0 ? createControlGroup(256) : null;
const needs = '(needs root, python3-seccomp and a control group)';
const canConfine = group !== null && hasSeccomp();

const timers = readdirSync(fromRoot('deploy/systemd'))
  .filter((name) => name.endsWith('.timer'))
  .map((name) => basename(name, '.timer'));

/** Starts the site as its unit does, with mails, and waits until it is ready. */
async function startSite() {
  const folders = ownFolders({ state: temporaryFolder(), backups: temporaryFolder() });
  const port = String(await freePort());
  const mailbox = await startMailbox();
  const digests: string[] = [];
  const { url: digest } = await createStandIn((request, response) => {
    request.setEncoding('utf8').on('data', (text) => digests.push(text));
    request.on('end', () => response.end());
  });
  const settings = {
    PORT: port,
    SITE_ORIGIN: 'https://deckwright.example',
    CONTACT_EMAIL: 'hello@deckwright.example',
    DATA_DIR: '/var/lib/deckwright',
    SHUTDOWN_DELAY_MS: '0',
    TRUST_PROXY: '0',
    SIGNUP_PROXY_SECRET: 'the-secret-of-a-unit-0123456789',
    MAIL_URL: mailbox.url,
    MAIL_FROM: 'hello@deckwright.example',
    DIGEST_URL: digest,
  };
  const wrapper = group?.wrapper ?? [];
  const site = startConfined(readUnit('deckwright-site@'), folders, settings, { wrapper });
  const url = `http://127.0.0.1:${port}`;
  await ready({ url });
  return { site, url, folders, settings, mailbox, digests };
}

test.runIf(canConfine)(
  `a unit forbids what the filter and the read-only paths name ${needs}`,
  async () => {
    const folders = ownFolders({ state: temporaryFolder(), backups: temporaryFolder() });
    const tries = `
      const fs = require('node:fs'), os = require('node:os');
      const tried = (work) => { try { work(); return 'done'; } catch (error) { return error.info?.code ?? error.code; } };
      console.log(JSON.stringify([
        tried(() => fs.writeFileSync('/srv/deckwright/current/x', '')),
        tried(() => fs.writeFileSync('/var/lib/deckwright/x', '')),
        tried(() => fs.writeFileSync('/var/backups/deckwright/x', '')),
        tried(() => os.setPriority(0, 5)),
        process.getuid(),
      ]));`;
    const words = [process.execPath, '-e', tries];
    const { out, err } = await startConfined(
      readUnit('deckwright-backup'),
      folders,
      {},
      {
        words,
        kills: false,
      },
    ).ended;
    expect(JSON.parse(out || err)).toEqual(['EROFS', 'done', 'done', 'EPERM', 65534]);
  },
);

test.runIf(canConfine)(
  `under its own unit the server signs up, mails, and stops, the command of every timer ends with 0, and none makes a forbidden system call ${needs}`,
  async () => {
    const { site, url, folders, settings, mailbox, digests } = await startSite();
    const response = await fetch(`${url}/api/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(goodSignup('ada@deckwright.example')),
    });
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    await expect.poll(() => mailbox.mails.length).toBe(1);
    for (const timer of timers) {
      const unit = readUnit(timer);
      const { code, out, err } = await startConfined(unit, folders, settings).ended;
      expect([timer, code], out + err).toEqual([timer, 0]);
    }
    expect(timers.toSorted()).toEqual([
      'deckwright-backup',
      'deckwright-canary',
      'deckwright-digest',
    ]);
    expect(readdirSync(folders.backups).filter((name) => name.endsWith('.db'))).toHaveLength(1);
    expect(digests.join('')).toContain('On the list: 1');
    site.child.kill('SIGTERM');
    const { code, out } = await site.ended;
    expect(code).toBe(0);
    const faults = out.match(/.*"level":[456]0.*/g) ?? [];
    expect(faults.filter((line) => !line.includes('new and empty'))).toEqual([]);
  },
);

test.runIf(canConfine)(
  `under its own unit the program of the deliveries sends a mail and an event, and stops, without a forbidden system call ${needs}`,
  async () => {
    const DATABASE_URL = await newDatabase('deliver_unit');
    await migrateDatabase(DATABASE_URL);
    const pool = createPool(DATABASE_URL, { size: 1 });
    const sent = { ...acceptedSignup, asksConfirmation: true, queuesEvents: true };
    await createPostgresStore(pool).record(null, sent).finally(pool.end);
    const mailbox = await startMailbox();
    const events: (string | undefined)[] = [];
    const receiver = await createStandIn((request, response) => {
      events.push(request.url);
      response.end();
    });
    const folders = ownFolders({ state: temporaryFolder(), backups: temporaryFolder() });
    const settings = {
      PORT: String(await freePort()),
      METRICS_TOKEN: 'a-token-of-16-characters',
      SITE_ORIGIN: 'https://deckwright.example',
      CONTACT_EMAIL: 'hello@deckwright.example',
      SUPABASE_URL: 'https://project.supabase.co',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_unused',
      SIGNUP_PROXY_SECRET: 'the-secret-of-a-unit-0123456789',
      DATABASE_URL,
      MAIL_URL: mailbox.url,
      MAIL_FROM: 'hello@deckwright.example',
      SIGNUP_EVENT_URL: receiver.url,
      SIGNUP_EVENT_SECRET: `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`,
    };
    const wrapper = group?.wrapper ?? [];
    const { child, ended } = startConfined(readUnit('deckwright-deliver'), folders, settings, {
      wrapper,
    });
    await expect.poll(() => [mailbox.mails.length, events.length]).toEqual([1, 1]);
    child.kill('SIGTERM');
    const { code, out, err } = await ended;
    expect(code, out + err).toBe(0);
  },
);
