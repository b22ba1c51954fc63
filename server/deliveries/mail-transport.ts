import { createTransport as createSmtpTransport } from 'nodemailer';
import type { Settings } from '../../shared/settings/schema.ts';
import {
  type SmtpError,
  senderWithName,
  smtpOptions,
  smtpProblem,
} from '../../shared/settings/smtp.ts';
import { site } from '../../shared/site.ts';
import type { Delivery } from './delivery.ts';
import type { Message } from './mail-text.ts';

/** Milliseconds that one delivery and its stages may take. */
const timeouts = {
  /**
   * Less than the lease of a mail. Without it, a server that hangs would hold up every other mail. A server may take minutes
   * to scan a mail before it answers. A shorter limit would send that mail again and again.
   */
  total: 300_000,
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
};

export interface Transport {
  /** Sends one mail. Never rejects. */
  send(message: Message): Promise<Delivery>;
}

/**
 * Returns the enhanced status code of an SMTP reply (RFC 3463), `5.1.1` for example. It stands behind the status, or as
 * `(#5.1.1)` at the end, where qmail writes it.
 */
const enhancedCode = ({ response = '' }: SmtpError): string | undefined =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ??
  /\(#(\d\.\d{1,3}\.\d{1,3})\)/.exec(response)?.[1];

/**
 * The enhanced codes that are about the recipient: no such mailbox or domain, a mailbox that is disabled or full, and
 * what Microsoft answers for an unknown recipient (5.4.1).
 */
const aboutRecipient = /^5\.(1\.([0-69]|10)|2\.[1-4]|4\.1)$/;

/**
 * Words of servers without enhanced codes, such as Exim, in a refusal that is about this site: no right to relay, a quota, a
 * block list.
 */
const siteWords = /\brelay|authenticat|\b(hour|hourly|day|daily|minute)\b|\b(black|block) ?list/i;
/** Returns whether a reply has words about this site outside of the addresses that it repeats. */
const namesSite = ({ response = '' }: SmtpError): boolean =>
  siteWords.test(
    response
      .split(/\s/)
      .filter((word) => !word.includes('@'))
      .join(' '),
  );

/**
 * Returns whether an answer of 5xx is about the recipient. Without an enhanced code it is, if the server refused the
 * recipient, and its words are not about this site. Every other 5xx is about this site: a quota, a block list, a rule on
 * content. A refusal about this site passes or can be mended.
 */
function isRefused(error: SmtpError): boolean {
  const { command = '', responseCode = 0 } = error;
  if (responseCode < 500) return false;
  const code = enhancedCode(error);
  if (code === undefined) return command === 'RCPT TO' && !namesSite(error);
  return ['RCPT TO', 'DATA'].includes(command) && aboutRecipient.test(code);
}

function deliveryOf(error: SmtpError): Delivery {
  const { code = error.name, originalCode, command = 'CONN', responseCode } = error;
  const problem = smtpProblem(error);
  if (problem) return { end: 'held', reason: problem.reason, isLong: false };
  if (responseCode === undefined) {
    return { end: 'failed', reason: `${command}: ${originalCode ?? code}` };
  }
  const reason = `${command}: ${[responseCode, enhancedCode(error)].filter(Boolean).join(' ')}`;
  if (isRefused(error)) return { end: 'refused', reason };
  if (responseCode < 500) return { end: 'failed', reason };
  // The session itself was refused, a login for example, which the operator can mend at any time.
  const isLong = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
  return { end: 'held', reason, isLong };
}

type TransportSettings = Pick<Settings, 'MAIL_URL' | 'MAIL_FROM' | 'SITE_ORIGIN'>;

/**
 * Sends mail by SMTP, over a new connection for each mail.
 * @param authority the certificate of `MAIL_CA_FILE`, as PEM.
 * @param limits shorter time limits for tests.
 */
export function createTransport(
  settings: TransportSettings,
  authority?: string,
  limits: Partial<typeof timeouts> = {},
): Transport {
  const { total, ...stages } = { ...timeouts, ...limits };
  const smtp = createSmtpTransport({
    ...stages,
    ...smtpOptions(settings, authority),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, oneClickRemoval }) {
      try {
        await smtp.sendMail({
          from: senderWithName(settings, site.name),
          to,
          subject,
          text,
          html,
          signal: AbortSignal.timeout(total),
          headers: {
            // On one line, because some servers that sign mail sign a folded line wrongly, and receivers then distrust the mail.
            'List-Unsubscribe': { prepared: true, value: `<${oneClickRemoval}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            // Out-of-office replies would go to the sender's mailbox.
            'Auto-Submitted': 'auto-generated',
          },
        });
        return { end: 'sent' };
      } catch (error) {
        return deliveryOf(error as SmtpError);
      }
    },
  };
}
