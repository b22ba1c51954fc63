import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { entryPath } from '../../../shared/paths.ts';
import { atEnd } from '../../../shared/testing/at-end.ts';

/** Starts a real SMTP server on the loopback. The server stores the mails that it receives, and ends with the test. */
export async function startMailbox(options: SMTPServerOptions = {}) {
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      simpleParser(stream).then(
        (mail) => {
          mails.push(mail);
          callback();
        },
        (error: Error) => callback(error),
      );
    },
    ...options,
  });
  // A client that hangs up in the middle of a mail is part of some tests.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(done));
  atEnd(close);
  return {
    mails,
    port,
    url: `smtp://127.0.0.1:${port}?tls=none`,
    close,
  };
}

/** A real SMTP server with the mails that it has received. */
export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** Returns the links of a mail as paths of the site: to the entry, and to the removal by one click. */
export function linksOf(mail: ParsedMail) {
  const pathOf = (text: string | undefined): string => {
    const [url = ''] = text?.match(/https?:[^\s<>]+\?token=[\w.-]+/) ?? [];
    return url.slice(url.indexOf(entryPath));
  };
  const header = mail.headerLines.find(({ key }) => key === 'list-unsubscribe');
  return { entry: pathOf(mail.text), removal: pathOf(header?.line) };
}

/** Returns the address that a mail goes to. */
export const addresseeOf = (mail: ParsedMail): string | undefined => [mail.to].flat()[0]?.text;

/** Returns an error that the SMTP server answers with. */
export const smtpError = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });
