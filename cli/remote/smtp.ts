import { readMailAuthority } from '../../server/config.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import {
  type SmtpError,
  senderWithName,
  smtpOptions,
  smtpProblem,
} from '../../shared/settings/smtp.ts';
import { site } from '../../shared/site.ts';
import { type Cause, Unreachable, unreachable } from './unreachable.ts';

/** Milliseconds that each stage of the session may take. */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
};

/** nodemailer's codes of errors that are about the session, with what they mean here. */
const byCode: Record<string, Cause> = { EAUTH: 'mail_login', ETLS: 'tls', EDNS: 'dns' };

function failed(error: unknown): Unreachable {
  const problem = smtpProblem(error as SmtpError);
  if (problem) return new Unreachable('tls', problem.reason, problem.remedy);
  const { code, message, responseCode } = Object(error);
  const cause = byCode[code] ?? (/certificate/i.test(message) ? 'tls' : null);
  if (cause) return new Unreachable(cause, message);
  return responseCode ? new Unreachable('mail', message) : unreachable(error, 'refused');
}

/** Builds the client of the settings' SMTP server. Both methods reject with Unreachable. */
export async function createSmtp(settings: Settings) {
  const { createTransport } = await import('nodemailer');
  const options = { ...timeouts, ...smtpOptions(settings, readMailAuthority(settings)) };
  const smtp = createTransport({ ...options, disableFileAccess: true, disableUrlAccess: true });
  const attempt = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw failed(error);
    });
  const { protocol, host } = new URL(settings.MAIL_URL ?? '');
  return {
    /** The server without user and password. */
    target: `${protocol}//${host}`,
    /** Connects, negotiates TLS and logs in. */
    verify: () => attempt(smtp.verify()),
    /** Sends one mail that says it is a trial. */
    sendTrial: (to: string) =>
      attempt(
        smtp.sendMail({
          from: senderWithName(settings, site.name),
          to,
          subject: `A trial mail from ${site.name}`,
          text: `An operator of ${site.name} sent this mail by \`ping --mail\`, to try the SMTP server.\n`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      ),
  };
}
