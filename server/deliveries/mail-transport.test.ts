import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, test, vi } from 'vitest';
import { site } from '../../shared/site.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { writeMail } from './mail-text.ts';
import { createTransport as createFrom } from './mail-transport.ts';
import { smtpError, startMailbox } from './testing/mailbox.ts';

const message = writeMail({
  to: 'ada@example.com',
  // As long as a real link, which nodemailer would fold.
  entryUrl: `https://deckwright.example/early-access/entry?token=${'t'.repeat(43)}`,
  contactEmail: 'hello@deckwright.example',
  kind: 'confirm',
  unconfirmedDays: undefined,
});
const from = 'list@deckwright.example';
const SITE_ORIGIN = 'https://deckwright.example';
const createTransport = (MAIL_URL: string, MAIL_FROM = from, limits = {}) =>
  createFrom({ MAIL_URL, MAIL_FROM, SITE_ORIGIN }, undefined, limits);

test('a mail arrives with both forms, and with the headers of one-click removal', async () => {
  const mailbox = await startMailbox();
  expect(await createTransport(mailbox.url).send(message)).toEqual({ end: 'sent' });
  const [mail] = mailbox.mails;
  expect(mail?.from?.text).toBe(`"${site.name}" <list@deckwright.example>`);
  expect(mail?.subject).toBe(message.subject);
  expect(mail?.text).toBe(message.text);
  expect(mail?.html).toContain('Confirm your place');
  const header = (name: string) => mail?.headerLines.find(({ key }) => key === name)?.line;
  expect(header('list-unsubscribe')).toBe(`List-Unsubscribe: <${message.oneClickRemoval}>`);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(header('auto-submitted')).toBe('Auto-Submitted: auto-generated');
});

test.each([
  [550, '5.1.1 <ada@example.com> is unknown', 'RCPT TO: 550 5.1.1'],
  [550, '5.1.10 <ada@example.com> takes no mail', 'RCPT TO: 550 5.1.10'],
  [552, '5.2.2 <ada@example.com> is full', 'RCPT TO: 552 5.2.2'],
  [550, '5.4.1 <ada@example.com>: Access denied', 'RCPT TO: 550 5.4.1'],
  [550, 'no such user here (#5.1.1)', 'RCPT TO: 550 5.1.1'],
  [550, '<relay@daily.example>: unknown user', 'RCPT TO: 550'],
  [500, '<ada@example.com> has no mailbox since 550 5.1.1', 'RCPT TO: 500'],
])(
  'a recipient that the server refuses with %i %s is refused, and the reason holds no address',
  async (code, text, reason) => {
    const mailbox = await startMailbox({ onRcptTo: reject(code, text) });
    const delivery = await createTransport(mailbox.url).send(message);
    expect(delivery).toEqual({ end: 'refused', reason });
  },
);

/** Answers the content of a mail with a refusal. */
const refuseContent = (code: number, text: string): SMTPServerOptions => ({
  onData: (stream, _session, callback) => {
    stream.resume().on('end', () => callback(smtpError(code, text)));
  },
});

test.each<[string, SMTPServerOptions, string]>([
  ['a daily quota', { onRcptTo: reject(550, '5.4.5 Daily limit') }, 'RCPT TO: 550 5.4.5'],
  [
    'no right to relay, as Exim says it',
    { onRcptTo: reject(550, 'relay not permitted') },
    'RCPT TO: 550',
  ],
  [
    'a quota by the hour, as cPanel says it',
    { onRcptTo: reject(550, 'a.example has exceeded the max emails per hour (50/50) allowed') },
    'RCPT TO: 550',
  ],
  [
    'no right to relay, as qmail says it',
    { onRcptTo: reject(553, 'that domain is not in my list of allowed rcpthosts (#5.7.1)') },
    'RCPT TO: 553 5.7.1',
  ],
  ['a sender without SPF', { onRcptTo: reject(550, '5.7.26 no SPF') }, 'RCPT TO: 550 5.7.26'],
  ['a sender that is not ours', { onRcptTo: reject(550, '5.1.8 who?') }, 'RCPT TO: 550 5.1.8'],
  ['a quota at the content', refuseContent(550, '5.4.5 Daily limit'), 'DATA: 550 5.4.5'],
  ['a rule at the content', refuseContent(554, '5.7.0 blocked'), 'DATA: 554 5.7.0'],
  ['a mailbox rule at the content', refuseContent(554, '5.2.0 policy'), 'DATA: 554 5.2.0'],
  ['a refusal without a code at the content', refuseContent(554, 'no'), 'DATA: 554'],
  ['a refused sender', { onMailFrom: reject(550, '5.7.1 not yours') }, 'MAIL FROM: 550 5.7.1'],
])(
  'with %s the mail waits, because the refusal is about this site',
  async (_what, options, reason) => {
    const mailbox = await startMailbox(options);
    const held = { end: 'held', reason, isLong: true };
    expect(await createTransport(mailbox.url).send(message)).toEqual(held);
  },
);

test('a mailbox that the server refuses only after the content is refused', async () => {
  const mailbox = await startMailbox(refuseContent(550, '5.1.1 unknown'));
  const refused = { end: 'refused', reason: 'DATA: 550 5.1.1' };
  expect(await createTransport(mailbox.url).send(message)).toEqual(refused);
});

test('with a greylisted recipient a later try may succeed', async () => {
  const mailbox = await startMailbox({ onRcptTo: reject(451, '4.7.1 try later') });
  const failed = { end: 'failed', reason: 'RCPT TO: 451 4.7.1' };
  expect(await createTransport(mailbox.url).send(message)).toEqual(failed);
});

test('with a refused connection the operator is warned, and the mail is tried again soon', async () => {
  const mailbox = await startMailbox({ onConnect: reject(554, 'no service') });
  const held = { end: 'held', reason: 'CONN: 554', isLong: false };
  expect(await createTransport(mailbox.url).send(message)).toEqual(held);
});

test.each([
  ['https://deckwright.example:8443', 'deckwright.example'],
  ['http://192.0.2.7', '[192.0.2.7]'],
  ['http://[2001:db8::7]', '[IPv6:2001:db8::7]'],
])('a site at %s greets the SMTP server as %s', async (origin, name) => {
  const greeted: string[] = [];
  const mailbox = await startMailbox({
    onMailFrom: (_address, session, callback) => {
      greeted.push(session.hostNameAppearsAs);
      callback();
    },
  });
  const settings = { MAIL_URL: mailbox.url, MAIL_FROM: from, SITE_ORIGIN: origin };
  expect(await createFrom(settings).send(message)).toEqual({ end: 'sent' });
  // smtp-server tells the name in lower case.
  expect(greeted).toEqual([name.toLowerCase()]);
});

test.each([
  ['Deckwright <hello@example.com>', '"Deckwright" <hello@example.com>'],
  ['"Über, Decks" <hello@example.com>', '"Über, Decks" <hello@example.com>'],
  ['<hello@example.com>', `"${site.name}" <hello@example.com>`],
])('a mail of MAIL_FROM=%s comes from %s', async (sender, shown) => {
  const mailbox = await startMailbox();
  expect(await createTransport(mailbox.url, sender).send(message)).toEqual({ end: 'sent' });
  expect(mailbox.mails[0]?.from?.text).toBe(shown);
});

function reject(code: number, text: string) {
  return (...words: unknown[]) => {
    (words.at(-1) as (error: Error) => void)(smtpError(code, text));
  };
}

test('with a wrong password the operator is warned, and the mail is tried again soon', async () => {
  const mailbox = await startMailbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(smtpError(535, '5.7.8 wrong')),
  });
  const url = mailbox.url.replace('smtp://', 'smtp://user:wrong@');
  const held = { end: 'held', reason: 'AUTH PLAIN: 535 5.7.8', isLong: false };
  expect(await createTransport(url).send(message)).toEqual(held);
});

/** Starts a server that sends the first answer as a greeting, and one answer after each message. Then `atLast` runs. */
async function startScript(
  [greeting, ...answers]: string[],
  atLast: (socket: Socket) => void = () => {},
): Promise<number> {
  const server = createServer((socket) => {
    if (greeting) socket.write(`${greeting}\r\n`);
    socket.on('error', () => {});
    socket.on('data', () => {
      const answer = answers.shift();
      if (answer) socket.write(`${answer}\r\n`);
      else atLast(socket);
    });
    atEnd(() => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** The answers of an SMTP server up to the content of a mail. */
const upToContent = ['220 here', '250 here', '250 ok', '250 ok', '354 go on'];

test('a mail fails when the server cuts the connection in the middle of it', async () => {
  const port = await startScript(upToContent, (socket) => socket.destroy());
  const url = `smtp://127.0.0.1:${port}?tls=none`;
  expect(await createTransport(url).send(message)).toMatchObject({ end: 'failed' });
});

test('a mail fails when the server sends a line now and then, and never the last one', async () => {
  const port = await startScript(['220 here'], (socket) => {
    const timer = setInterval(() => socket.write('250-more\r\n'), 20);
    socket.once('close', () => clearInterval(timer));
  });
  const url = `smtp://127.0.0.1:${port}?tls=none`;
  const failed = { end: 'failed', reason: 'CONN: EABORT' };
  expect(await createTransport(url, from, { total: 500 }).send(message)).toEqual(failed);
});

test('a mail arrives through a server that answers slowly at each stage', async () => {
  const stages: string[] = [];
  const slowly =
    (stage: string) =>
    (...words: unknown[]) => {
      stages.push(stage);
      setTimeout(words.at(-1) as () => void, 50);
    };
  const mailbox = await startMailbox({
    onConnect: slowly('CONN'),
    onMailFrom: slowly('MAIL FROM'),
    onRcptTo: slowly('RCPT TO'),
    onData: (stream, _session, callback) =>
      void stream.resume().on('end', () => slowly('DATA')(callback)),
  });
  expect(await createTransport(mailbox.url).send(message)).toEqual({ end: 'sent' });
  expect(stages).toEqual(['CONN', 'MAIL FROM', 'RCPT TO', 'DATA']);
});

test.each([
  ['does not greet', [], { greetingTimeout: 100 }, 'CONN: ETIMEDOUT'],
  ['is silent after the content', upToContent, { total: 500 }, 'CONN: EABORT'],
])(
  'a mail fails within the time limits when the server %s',
  async (_what, answers, limits, reason) => {
    const url = `smtp://127.0.0.1:${await startScript(answers)}?tls=none`;
    expect(await createTransport(url, from, limits).send(message)).toEqual({
      end: 'failed',
      reason,
    });
  },
);

test('only the limit of a whole delivery ends a mail whose server is silent after the content, because the server may scan the mail', async () => {
  const silences = vi.spyOn(Socket.prototype, 'setTimeout');
  const url = `smtp://127.0.0.1:${await startScript(upToContent)}?tls=none`;
  expect(await createTransport(url, from, { total: 500 }).send(message)).toMatchObject({
    end: 'failed',
  });
  // The last limit is the one of the open connection.
  const limits = silences.mock.calls.map(([milliseconds]) => milliseconds).filter(Boolean);
  silences.mockRestore();
  expect(limits.at(-1)).toBeGreaterThan(300_000);
});

test('smtp:// without tls=none sends nothing to a server that has no STARTTLS, and the reason says so', async () => {
  const mailbox = await startMailbox();
  const plain = createTransport(mailbox.url.replace('?tls=none', ''));
  const reason = 'STARTTLS: the server offers none';
  expect(await plain.send(message)).toEqual({ end: 'held', reason, isLong: false });
  expect(mailbox.mails).toEqual([]);
});

test('a server whose STARTTLS fails for the moment is not taken for one that has none', async () => {
  const port = await startScript([
    '220 hi',
    '250-hi\r\n250 STARTTLS',
    '454 4.7.0 TLS not available',
  ]);
  const transport = createTransport(`smtp://127.0.0.1:${port}`);
  expect(await transport.send(message)).toEqual({ end: 'failed', reason: 'STARTTLS: 454 4.7.0' });
});

test('a server that offers no login is named, where MAIL_URL has a user', async () => {
  const port = await startScript(['220 hi', '250 hi', '503 5.5.1 no AUTH here']);
  const transport = createTransport(`smtp://user:password@127.0.0.1:${port}?tls=none`);
  const reason = 'AUTH PLAIN: 503 5.5.1';
  expect(await transport.send(message)).toEqual({ end: 'held', reason, isLong: false });
});

test('STARTTLS with a certificate of no known authority fails, the reason says so, and nothing is sent', async () => {
  const mailbox = await startMailbox({ disabledCommands: [] });
  const strict = createTransport(mailbox.url.replace('?tls=none', ''));
  expect(await strict.send(message)).toEqual({
    end: 'held',
    reason: expect.stringMatching(/^TLS: the certificate of the server/),
    isLong: false,
  });
  expect(mailbox.mails).toEqual([]);
});

test('smtps:// to a port that does not begin with TLS is named in the reason', async () => {
  const mailbox = await startMailbox();
  const url = `smtps://127.0.0.1:${mailbox.port}`;
  const reason = 'TLS: the server does not begin with TLS at this port';
  expect(await createTransport(url).send(message)).toEqual({ end: 'held', reason, isLong: false });
});

test('a server that has only versions before TLS 1.2 is named in the reason', async () => {
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
  const mailbox = await startMailbox({ secure: true, ...old });
  const url = `smtps://127.0.0.1:${mailbox.port}`;
  const reason = 'TLS: the server has no TLS 1.2 or later';
  expect(await createTransport(url).send(message)).toEqual({ end: 'held', reason, isLong: false });
});

test('a mail fails when no server listens', async () => {
  const mailbox = await startMailbox();
  await mailbox.close();
  const failed = { end: 'failed', reason: 'CONN: ECONNREFUSED' };
  expect(await createTransport(mailbox.url).send(message)).toEqual(failed);
});
