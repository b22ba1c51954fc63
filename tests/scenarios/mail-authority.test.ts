import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeMail } from '../../server/deliveries/mail-text.ts';
import { createTransport } from '../../server/deliveries/mail-transport.ts';
import { startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { writeCertificate } from '../support/certificate.ts';
import { findProgram } from '../support/programs.ts';

const message = writeMail({
  to: 'ada@example.com',
  entryUrl: 'https://deckwright.example/early-access/entry?token=abc',
  contactEmail: 'hello@deckwright.example',
  kind: 'confirm',
  unconfirmedDays: 30,
});

test.runIf(findProgram('openssl'))(
  'a self-signed certificate of an SMTP server is named in the reason, and accepted with its file in MAIL_CA_FILE (needs openssl)',
  async () => {
    const { certificate, key } = writeCertificate(temporaryFolder(), 'localhost');
    const [cert, pem] = [readFileSync(certificate, 'utf8'), readFileSync(key, 'utf8')];
    const mailbox = await startMailbox({ disabledCommands: [], cert, key: pem });
    const settings = {
      MAIL_URL: `smtp://localhost:${mailbox.port}`,
      MAIL_FROM: 'list@deckwright.example',
      SITE_ORIGIN: 'https://deckwright.example',
    };
    const reason = 'TLS: the certificate of the server is self-signed';
    const held = { end: 'held', reason, isLong: false };
    expect(await createTransport(settings).send(message)).toEqual(held);
    expect(await createTransport(settings, cert).send(message)).toEqual({ end: 'sent' });
  },
);
