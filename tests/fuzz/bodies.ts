import { gzipSync } from 'node:zlib';
import type { Random } from './random.ts';

/** A body and the type it is said to be of. */
export interface Body {
  type: string;
  bytes: Buffer;
  encoding?: string;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

const emails = (random: Random): unknown => {
  const count = random.below(1_000_000_000);
  return random.pick([
    `fuzz-${count}@fuzz.example`,
    ` FUZZ-${count}@Fuzz.Example `,
    '',
    'a@b',
    `${'a'.repeat(300)}@fuzz.example`,
    'a@fuzz.example\r\nBcc: b@fuzz.example',
    "' or 1=1 --@fuzz.example",
    '\u0000@fuzz.example',
    '\ud800@fuzz.example',
    null,
    7,
    ['a@fuzz.example'],
    { toString: 'a@fuzz.example' },
  ] as const);
};

const signup = (random: Random): Record<string, unknown> => ({
  email: emails(random),
  source: random.pick(['hero', 'nav', 'cta', 'x', null, 1, '__proto__', ['hero']] as const),
  turnstileToken: random.pick([null, '', 'token', 'x'.repeat(2049), 7, {}] as const),
  formFillTime: random.pick([2500, 2500, 1999, -1, 1e308, '2500', null, 0.1] as const),
  userAgent: random.pick(['fuzz', '', 'x'.repeat(4000), '\u0000\u0007', null, 7] as const),
  ...(random.oneIn(6) ? { website: random.pick(['', 'spam', null, 7] as const) } : {}),
  ...(random.oneIn(6) ? { constructor: { prototype: { isAdmin: true } } } : {}),
});

const texts = (random: Random): string =>
  random.pick([
    '',
    '{',
    '{}',
    '[]',
    'null',
    '"text"',
    '1e999',
    '\ufeff{}',
    '{"__proto__":{"email":"a@fuzz.example","formFillTime":9999}}',
    '{"email":"a@fuzz.example","email":{"a":1},"formFillTime":2500}',
    '{"email":"a@fuzz.example","formFillTime":1e400}',
    `{"email":${'['.repeat(3000)}${']'.repeat(3000)}}`,
    `${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`,
    `{"a":"${'\\u0000'.repeat(1000)}"}`,
    `{"email":"${'x'.repeat(9000)}"}`,
    `[${'0,'.repeat(3000)}0]`,
  ] as const);

const forms = (random: Random): string =>
  random.pick([
    `email=form-${random.below(1_000_000_000)}%40fuzz.example&source=hero`,
    'email=a&email=b&email[c]=d',
    'email=%00&source=%ff',
    'email=%zz&%=&=&&',
    '__proto__[email]=a&constructor=b',
    'website=spam&email=a%40fuzz.example',
    'a=1&'.repeat(1500),
    `email=${'x'.repeat(9000)}`,
  ] as const);

const multipart = `--b\r\nContent-Disposition: form-data; name="email"\r\n\r\na@fuzz.example\r\n--b--\r\n`;

const types = [
  json,
  'application/json; charset=utf-16',
  'application/json; charset="\u00ff',
  'APPLICATION/JSON',
  'application/jsonp',
  'text/plain',
  'text/html',
  form,
  `${form}; charset=klingon`,
  'application/x-www-form-urlencoded; charset=iso-8859-1',
  'multipart/form-data',
  'application/json, text/plain',
  '',
  '/',
  ';;;',
] as const;

/** Something to be read, under its own name or another. */
export function body(random: Random): Body {
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2:
      return { type: json, bytes: Buffer.from(JSON.stringify(signup(random))) };
    case 3:
      return { type: json, bytes: Buffer.from(texts(random)) };
    case 4:
      return { type: form, bytes: Buffer.from(forms(random)) };
    case 5:
      return { type: 'multipart/form-data; boundary=b', bytes: Buffer.from(multipart) };
    case 6: {
      const packed = random.oneIn(4)
        ? gzipSync(Buffer.alloc(4_000_000))
        : gzipSync(JSON.stringify(signup(random)));
      return { type: json, bytes: packed, encoding: random.pick(['gzip', 'deflate', 'br', 'x']) };
    }
    case 7:
      return { type: random.pick(types), bytes: Buffer.from(JSON.stringify(signup(random))) };
    default:
      return {
        type: random.pick(types),
        bytes: Buffer.from(random.text('\u0000\u00ff{}[]":,ab1\n', 400), 'latin1'),
      };
  }
}
