import { createTransport as createSmtpTransport } from 'nodemailer';
import { smtpOptions } from '../../shared/settings/smtp-options.ts';
import { site } from '../../shared/site.ts';
import type { Message } from './message.ts';

/** Milliseconds that each stage of one delivery may take. Together they stay below the lease of a mail. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
};

/**
 * How one delivery ended.
 * - `sent`: the SMTP server has taken the mail.
 * - `refused`: the SMTP server will never take this mail. `reason` is its status, such as `550 5.1.1`.
 * - `failed`: a later try may succeed. `reason` names the stage and the cause.
 * A reason holds no address, because SMTP servers repeat addresses in their texts.
 */
export type Delivery =
  | { end: 'sent' }
  | { end: 'refused'; reason: string }
  | { end: 'failed'; reason: string };

export interface Transport {
  /** Sends one mail. Never rejects. */
  send(message: Message): Promise<Delivery>;
}

/** What nodemailer adds to its errors. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Stages at which a 5xx is about the recipient or the mail. Elsewhere a 5xx is about our own settings. */
const finalStages = ['RCPT TO', 'DATA'];

/** Returns the status of an SMTP reply with its enhanced code, without the text. */
function statusOf({ responseCode, response = '' }: SmtpError): string {
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return enhanced ? `${responseCode} ${enhanced}` : String(responseCode);
}

function deliveryOf(error: SmtpError): Delivery {
  const { code = error.name, command = 'CONN', responseCode } = error;
  if (responseCode === undefined) return { end: 'failed', reason: `${command}: ${code}` };
  const reason = `${command}: ${statusOf(error)}`;
  const isFinal = responseCode >= 500 && finalStages.includes(command);
  return isFinal ? { end: 'refused', reason } : { end: 'failed', reason };
}

/**
 * Sends mail by SMTP, over a new connection for each mail.
 * @param mailUrl `MAIL_URL`.
 * @param from `MAIL_FROM`.
 * @param limits shorter time limits for tests.
 */
export function createTransport(mailUrl: string, from: string, limits = {}): Transport {
  const smtp = createSmtpTransport({
    ...timeouts,
    ...limits,
    ...smtpOptions(mailUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, oneClickRemoval }) {
      try {
        await smtp.sendMail({
          from: { name: site.name, address: from },
          to,
          subject,
          text,
          html,
          headers: {
            'List-Unsubscribe': `<${oneClickRemoval}>`,
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
