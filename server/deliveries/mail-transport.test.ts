import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { site } from '../../shared/site.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { confirmationMessage } from './confirmation.ts';
import { smtpError, startMailbox } from './testing/mailbox.ts';
import { createTransport } from './transport.ts';

const message = confirmationMessage({
  to: 'ada@example.com',
  entryUrl: 'https://deckwright.example/early-access/entry?token=abc',
  contactEmail: 'hello@deckwright.example',
  kind: 'confirm',
  unconfirmedDays: undefined,
});
const from = 'list@deckwright.example';

test('A mail arrives with both forms, and with the headers of one-click removal', async () => {
  const mailbox = await startMailbox();
  expect(await createTransport(mailbox.url, from).send(message)).toEqual({ end: 'sent' });
  const [mail] = mailbox.mails;
  expect(mail?.from?.text).toBe(`"${site.name}" <list@deckwright.example>`);
  expect(mail?.subject).toBe(message.subject);
  expect(mail?.text).toBe(message.text);
  expect(mail?.html).toContain('Open your entry');
  const header = (name: string) => mail?.headerLines.find(({ key }) => key === name)?.line;
  expect(header('list-unsubscribe')?.replaceAll(/\s+/g, ' ')).toBe(
    `List-Unsubscribe: <${message.oneClickRemoval}>`,
  );
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(header('auto-submitted')).toBe('Auto-Submitted: auto-generated');
});

test.each([
  [550, '5.1.1 <ada@example.com> is unknown', 'RCPT TO: 550 5.1.1'],
  [550, '5.7.26 <ada@example.com> is not authenticated', 'RCPT TO: 550 5.7.26'],
  [500, '<ada@example.com> has no mailbox since 550 5.1.1', 'RCPT TO: 500'],
])(
  'A recipient that the server refuses with %i %s is refused, and the reason holds no address',
  async (code, text, reason) => {
    const mailbox = await startMailbox({
      onRcptTo: (_address, _session, callback) => callback(smtpError(code, text)),
    });
    const delivery = await createTransport(mailbox.url, from).send(message);
    expect(delivery).toEqual({ end: 'refused', reason });
  },
);

test('A mail whose content the server refuses with 554 is refused', async () => {
  const mailbox = await startMailbox({
    onData: (stream, _session, callback) => {
      stream.resume().on('end', () => callback(smtpError(554, '5.7.1 looks like spam')));
    },
  });
  expect(await createTransport(mailbox.url, from).send(message)).toEqual({
    end: 'refused',
    reason: 'DATA: 554 5.7.1',
  });
});

test.each([
  ['a greylisted recipient', { onRcptTo: reject(451, '4.7.1 try later') }, 'RCPT TO: 451 4.7.1'],
  ['a refused sender', { onMailFrom: reject(550, '5.7.1 not yours') }, 'MAIL FROM: 550 5.7.1'],
  ['a refused connection', { onConnect: reject(554, 'no service') }, 'CONN: 554'],
] as const)('With %s a later try may succeed', async (_what, options, reason) => {
  const mailbox = await startMailbox(options);
  expect(await createTransport(mailbox.url, from).send(message)).toEqual({ end: 'failed', reason });
});

function reject(code: number, text: string) {
  return (...words: unknown[]) => {
    (words.at(-1) as (error: Error) => void)(smtpError(code, text));
  };
}

test('With a wrong password a later try may succeed, because the setting can be mended', async () => {
  const mailbox = await startMailbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(smtpError(535, '5.7.8 wrong')),
  });
  const url = mailbox.url.replace('smtp://', 'smtp://user:wrong@');
  expect(await createTransport(url, from).send(message)).toMatchObject({ end: 'failed' });
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

test('A mail fails when the server cuts the connection in the middle of it', async () => {
  const port = await startScript(upToContent, (socket) => socket.destroy());
  const url = `smtp://127.0.0.1:${port}?tls=none`;
  expect(await createTransport(url, from).send(message)).toMatchObject({ end: 'failed' });
});

test('A mail arrives through a server that answers slowly at each stage', async () => {
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
  expect(await createTransport(mailbox.url, from).send(message)).toEqual({ end: 'sent' });
  expect(stages).toEqual(['CONN', 'MAIL FROM', 'RCPT TO', 'DATA']);
});

test.each([
  ['does not greet', []],
  ['is silent after the content', upToContent],
])('A mail fails within the time limits when the server %s', async (_what, answers) => {
  const url = `smtp://127.0.0.1:${await startScript(answers)}?tls=none`;
  const transport = createTransport(url, from, { greetingTimeout: 100, socketTimeout: 100 });
  expect(await transport.send(message)).toEqual({ end: 'failed', reason: 'CONN: ETIMEDOUT' });
});

test('smtp:// without tls=none sends nothing to a server that has no STARTTLS', async () => {
  const mailbox = await startMailbox();
  const plain = createTransport(mailbox.url.replace('?tls=none', ''), from);
  expect(await plain.send(message)).toMatchObject({ end: 'failed' });
  expect(mailbox.mails).toEqual([]);
});

test('STARTTLS with a certificate that nobody signed fails, and nothing is sent', async () => {
  const mailbox = await startMailbox({ disabledCommands: [] });
  const strict = createTransport(mailbox.url.replace('?tls=none', ''), from);
  expect(await strict.send(message)).toMatchObject({ end: 'failed' });
  expect(mailbox.mails).toEqual([]);
});

test('A mail fails when no server listens', async () => {
  const mailbox = await startMailbox();
  await mailbox.close();
  const transport = createTransport(mailbox.url, from);
  expect(await transport.send(message)).toEqual({ end: 'failed', reason: 'CONN: ESOCKET' });
});
