import { signupErrors } from '../../shared/signup/contract.ts';

const ours = 'http://ours.invalid';

/** Statuses of our own, by what a fault of the server’s may say of itself. */
const documented = new Set(
  Object.entries(signupErrors)
    .filter(([code, { status }]) => status >= 500 && code !== 'internal')
    .map(([code, { status }]) => `${status} ${code}`),
);

/** What may be read in no answer: where our files lie, and how our code is called. */
const internals: readonly (readonly [string, RegExp])[] = [
  ['a stack', /\n\s+at [^\n]+:\d+/],
  ['a file of ours', /\/(server|shared|dist|node_modules|supabase)\/[\w./-]+\.(ts|js|mjs|sql)/],
  ['a module of Node’s', /node:internal|node:http/],
  ['the name of an error class', /\b(SyntaxError|TypeError|RangeError|URIError|ZodError)\b/],
  ['the home of a file', /\/(home|root|tmp|work|usr|etc)\/[\w.-]+/],
];

/** Headers that every answer has. */
const obligatory = ['content-security-policy', 'x-content-type-options', 'referrer-policy'];
/** Headers that none has. */
const forbidden = ['x-injected', 'set-cookie', 'x-powered-by', 'access-control-allow-origin'];

const tag = '<script>alert(1)';

function headersOf(head: string): Map<string, string> {
  const lines = head.split('\r\n').slice(1);
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
}

const leadsAway = (location: string): boolean =>
  !/^\/(?![/\\])/.test(location) || new URL(location, ours).origin !== ours;

function faultOf(status: number, body: string): string[] {
  if (status < 500) return [];
  const code = /"code":"(\w+)"/.exec(body)?.[1];
  return documented.has(`${status} ${code}`) ? [] : [`an undocumented ${status}: ${code}`];
}

/** Without the “go on” that may come first. */
export const finalAnswer = (received: string): string =>
  received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');

/** Everything that is wrong with one answer, in words that are the same for the same fault. */
export function problemsOf(answer: string): string[] {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  if (status === undefined) return ['an answer that is none'];
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return ['an answer that ends in its head'];
  const [headers, body] = [headersOf(answer.slice(0, end)), answer.slice(end + 4)];
  const location = headers.get('location');
  const problems = faultOf(Number(status), body);
  for (const [what, pattern] of internals) if (pattern.test(body)) problems.push(`tells ${what}`);
  for (const name of obligatory) if (!headers.has(name)) problems.push(`lacks ${name}`);
  for (const name of forbidden) if (headers.has(name)) problems.push(`carries ${name}`);
  if (location !== undefined && leadsAway(location)) problems.push(`leads to ${location}`);
  if (body.includes(tag)) problems.push('repeats a tag that it was sent');
  return problems;
}
