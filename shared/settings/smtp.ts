import type { Settings } from './schema.ts';
import { senderOf } from './sender.ts';

/** Returns the name with which a site greets a mail server: its host name, or its IP address (RFC 5321, section 4.1.3). */
function greetingName(origin: string): string {
  const { hostname } = new URL(origin);
  if (/^[\d.]+$/.test(hostname)) return `[${hostname}]`;
  return hostname.replace(/^\[/, '[IPv6:');
}

/**
 * Returns nodemailer's options for settings that their schema accepts. `smtp://` without `tls=none` requires STARTTLS.
 * @param authority the certificate of `MAIL_CA_FILE`, as PEM; undefined: the authorities that Node knows.
 */
export function smtpOptions(
  { MAIL_URL = '', SITE_ORIGIN }: Pick<Settings, 'MAIL_URL' | 'SITE_ORIGIN'>,
  authority?: string,
) {
  const url = new URL(MAIL_URL);
  const secure = url.protocol === 'smtps:';
  const isPlain = url.searchParams.get('tls') === 'none';
  const [user, pass] = [url.username, url.password].map(decodeURIComponent);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (secure ? 465 : 587)),
    // Without it, nodemailer greets with `[127.0.0.1]` on many machines, which some providers refuse.
    name: greetingName(SITE_ORIGIN),
    secure,
    requireTLS: !secure && !isPlain,
    ignoreTLS: isPlain,
    ...(authority !== undefined && { tls: { ca: authority } }),
    // Without `forceAuth`, nodemailer sends without a login to a server that offers none.
    ...(user ? { auth: { user, pass: pass ?? '' }, forceAuth: true } : {}),
  };
}

/** Returns the sender of the mails as nodemailer takes it, which encodes the name. @param name where `MAIL_FROM` has none. */
export const senderWithName = ({ MAIL_FROM = '' }: Pick<Settings, 'MAIL_FROM'>, name: string) => {
  const sender = senderOf(MAIL_FROM);
  return { name: sender.name || name, address: sender.address };
};

/** What nodemailer adds to its errors. */
export interface SmtpError extends Error {
  code?: string;
  /** The code of the system, ECONNREFUSED for example. */
  originalCode?: string;
  /** The SMTP command that was answered. */
  command?: string;
  responseCode?: number;
  response?: string;
}

/** The faults of a session that the server's answer alone does not name. */
export interface SmtpProblem {
  /** For the log, without an address. */
  reason: string;
  remedy: string;
}

const problems: readonly (SmtpProblem & { is: (error: SmtpError) => boolean })[] = [
  {
    is: ({ code, command, responseCode = 500 }) =>
      code === 'ETLS' && command === 'STARTTLS' && responseCode >= 500,
    reason: 'STARTTLS: the server offers none',
    remedy:
      'Add ?tls=none to MAIL_URL if the server runs on this machine; otherwise use smtps:// or a port with STARTTLS.',
  },
  {
    is: ({ message }) => /self.signed/i.test(message),
    reason: 'TLS: the certificate of the server is self-signed',
    remedy:
      'Name its file in MAIL_CA_FILE, or add ?tls=none to MAIL_URL if the server runs on this machine.',
  },
  {
    is: ({ message }) => /altnames|certificate's/i.test(message),
    reason: 'TLS: the certificate of the server is for another host name',
    remedy: 'Use the host name of the certificate in MAIL_URL.',
  },
  {
    is: ({ message }) => /certificate|issuer/i.test(message),
    reason: 'TLS: the certificate of the server is not accepted',
    remedy: 'Look at its date, and name the certificate of a private authority in MAIL_CA_FILE.',
  },
  {
    is: ({ message }) => /protocol version|unsupported protocol/i.test(message),
    reason: 'TLS: the server has no TLS 1.2 or later',
    remedy: 'Update the server, or use another one: older versions of TLS are broken.',
  },
  {
    is: ({ message }) => /wrong version number|packet length too long/i.test(message),
    reason: 'TLS: the server does not begin with TLS at this port',
    remedy: 'Use smtp:// for STARTTLS at port 587 or 25, and smtps:// at port 465.',
  },
];

/** Returns the fault of the session; undefined where the answer of the server names it. */
export const smtpProblem = (error: SmtpError): SmtpProblem | undefined =>
  problems.find(({ is }) => is(error));
