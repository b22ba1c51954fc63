import { describe, expect, test, vi } from 'vitest';
import { linksOf } from '../../server/deliveries/testing/mailbox.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { site } from '../../shared/site.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Running, startReady } from '../support/built-server.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { canRunPostfix, domain, startPostfix } from './postfix.ts';

/** Longer than the first wait after a failed delivery, which is a minute. */
const patience = { timeout: 120_000, interval: 200 };

type Postfix = Awaited<ReturnType<typeof startPostfix>>;

/** Starts our server, which sends its mails through this Postfix. */
const startSite = (
  DATA_DIR: string,
  { url, certificate }: Pick<Postfix, 'url' | 'certificate'>,
): Promise<Running> =>
  startReady(DATA_DIR, {
    MAIL_URL: url,
    MAIL_FROM: 'launch@deckwright.example',
    NODE_EXTRA_CA_CERTS: certificate,
  });

const join = ({ url }: Running, name: string) => signUp(url, goodSignup(`${name}@${domain}`));

/** Waits until a mailbox has a mail. Returns all mails in the mailbox. */
const waitForMail = (postfix: Postfix, name: string) =>
  vi.waitUntil(async () => {
    const mails = await postfix.read(name);
    return mails.length > 0 && mails;
  }, patience);

describe.runIf(canRunPostfix)('through Postfix (needs postfix and root)', () => {
  test('the mail of a sign-up arrives by STARTTLS and with a login, and its links show and remove the entry', async () => {
    const postfix = await startPostfix(['ada']);
    const server = await startSite(temporaryFolder(), postfix);
    expect(await join(server, 'ada')).toBe(200);
    const [mail] = await waitForMail(postfix, 'ada');
    expect(mail).toMatchObject({
      from: { text: `"${site.name}" <launch@deckwright.example>` },
      to: { text: `ada@${domain}` },
      subject: `Confirm your place on ${site.name}’s list`,
      html: expect.stringContaining('Confirm your place'),
    });
    expect(String(mail?.headers.get('received'))).toMatch(/with ESMTPSA/);
    const { entry, removal } = linksOf(mail as NonNullable<typeof mail>);
    const page = await fetch(new URL(entry, server.url));
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining(`ada@${domain}`),
    ]);
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const init = { method: 'POST', body: oneClick };
    expect((await fetch(new URL(removal, server.url), init)).status).toBe(200);
    expect((await fetch(new URL(entry, server.url))).status).toBe(410);
  });

  test('a mail to a recipient that Postfix does not know ends as refused, and the next mail arrives', async () => {
    const DATA_DIR = temporaryFolder();
    const postfix = await startPostfix(['ada']);
    const server = await startSite(DATA_DIR, postfix);
    expect(await join(server, 'nobody')).toBe(200);
    expect(await join(server, 'ada')).toBe(200);
    expect(await waitForMail(postfix, 'ada')).toHaveLength(1);
    const ended = readSqlite(DATA_DIR, 'select email, tries, refusal from deliveries order by id');
    expect(ended).toEqual([
      { email: `nobody@${domain}`, tries: 1, refusal: 'RCPT TO: 550 5.1.1' },
      { email: `ada@${domain}`, tries: 1, refusal: null },
    ]);
  });

  test('a mail that is due while Postfix is stopped arrives once after Postfix has started again', async () => {
    const postfix = await startPostfix(['ada', 'bob']);
    const server = await startSite(temporaryFolder(), postfix);
    await postfix.stop();
    expect(await join(server, 'ada')).toBe(200);
    await server.hears(/a mail could not be sent/);
    await postfix.start();
    await waitForMail(postfix, 'ada');
    expect(await join(server, 'bob')).toBe(200);
    await waitForMail(postfix, 'bob');
    expect(await postfix.read('ada')).toHaveLength(1);
  });

  test('a mail that Postfix refused for a wrong password arrives after the password is mended and the server is started again', async () => {
    const DATA_DIR = temporaryFolder();
    const postfix = await startPostfix(['ada']);
    const url = postfix.urlWithWrongPassword;
    const server = await startSite(DATA_DIR, { ...postfix, url });
    expect(await join(server, 'ada')).toBe(200);
    await server.hears(/"reason":"AUTH PLAIN: 535 5\.7\.8"/);
    await server.stop();
    await startSite(DATA_DIR, postfix);
    expect(await waitForMail(postfix, 'ada')).toHaveLength(1);
  });
});
