import { Failure, messageOf } from '../failure.ts';

/** Every cause why something cannot be reached, from the network up, with its remedy. */
export const causes = {
  dns: 'The host name does not resolve here. Check its spelling, and this machine’s DNS.',
  refused: 'Nothing listens there. Check host and port, and whether a firewall is in between.',
  tls: 'The certificate is not accepted. Check the host name, the date, and NODE_EXTRA_CA_CERTS for a private authority.',
  timeout: 'No answer in time. Check network and load; for the function, UPSTREAM_TIMEOUT_MS.',
  paused_project: 'The Supabase project is paused. Resume it in the dashboard.',
  wrong_key: 'The key is not accepted. Copy the publishable one from the project’s API settings.',
  function_missing: 'No such function there. Deploy it: supabase functions deploy secure-signup.',
  relay: 'Supabase could not start it. Read its log: supabase functions logs, or the dashboard.',
  bad_port:
    'Node.js refuses to call this port (fetch.spec.whatwg.org#port-blocking). Use another port.',
  no_answer: 'No answer came. The message above says why.',
  http: 'It answered, but not as expected. Read its log, and that of a proxy in front.',
  no_server:
    'Start the server. Where it runs with other settings than these, name them with --env-file.',
  other_settings: 'Restart the server with these settings, or name those it has with --env-file.',
  database: 'Check user, password, database and certificates (sslrootcert) of DATABASE_URL.',
  superuser: 'Give the site a role of its own, which owns its database and is no superuser.',
  forged_address: 'TRUST_PROXY counts more proxies than are in front: lower it.',
  mail_login: 'Check user and password of MAIL_URL. In the password @ is %40, / is %2F.',
  mail: 'Check host, port and TLS of MAIL_URL: smtps:// is port 465, smtp:// is 587. The message above is the server’s.',
  no_secret: 'Set SIGNUP_PROXY_SECRET here and where sign-ups are judged, the function included.',
  wrong_secret:
    'Set SIGNUP_PROXY_SECRET to the same value here and where sign-ups are judged, the function included.',
  not_ready: 'The server runs and cannot take sign-ups yet. Wait, or read its log.',
} as const;

export type Cause = keyof typeof causes;

/** A failed attempt to reach something, with its cause. */
export class Unreachable extends Failure {
  declare readonly code: Cause;

  constructor(code: Cause, message: string, remedy: string = causes[code]) {
    super(code, message, remedy);
  }
}

/** The causes by the codes, names and messages of errors. The first that matches counts. */
const byCode: readonly [RegExp, Cause][] = [
  [/^bad port$/, 'bad_port'],
  [/ENOTFOUND|EAI_AGAIN|EAI_FAIL/, 'dns'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_TLS|ERR_SSL|EPROTO|certificate of the database|not support SSL/,
    'tls',
  ],
  [/ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|TimeoutError|AbortError/, 'timeout'],
  [
    /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|UND_ERR_SOCKET|EADDRNOTAVAIL|^connect E(NOENT|ACCES) /,
    'refused',
  ],
  // The body of the answer was no JSON.
  [/^SyntaxError$/, 'http'],
];

/** Returns what an error wraps: its cause, and the errors of an AggregateError. */
function behind(error: unknown): unknown[] {
  if (typeof error !== 'object' || error === null) return [];
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  return [...(cause ? [cause] : []), ...(Array.isArray(errors) ? errors : [])];
}

/** Returns every code, name and message in a chain of causes. */
function codesOf(error: unknown): string[] {
  const { code, name, message } = (error ?? {}) as Record<string, unknown>;
  return [String(code), String(name), String(message), ...behind(error).flatMap(codesOf)];
}

/** Returns the message of the innermost error. */
function innermost(error: unknown): string {
  const [inner] = behind(error);
  if (inner) return innermost(inner);
  return messageOf(error) || String(error);
}

/**
 * Returns an error as an Unreachable with its cause.
 * @param refused the cause to name when nothing listens.
 */
export const unreachable = (error: unknown, refused: Cause = 'refused'): Unreachable => {
  const codes = codesOf(error);
  const known = byCode.find(([pattern]) => codes.some((code) => pattern.test(code)));
  const cause = known?.[1] ?? 'no_answer';
  return new Unreachable(cause === 'refused' ? refused : cause, innermost(error));
};
