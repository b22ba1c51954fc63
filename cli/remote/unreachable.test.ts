import { expect, test } from 'vitest';
import { type Cause, causes, unreachable } from './unreachable.ts';

const withCode = (code: string) => Object.assign(new Error(`failed: ${code}`), { code });
/** Returns the error of `fetch`, which wraps the error of the network. */
const fetchFailed = (cause: Error) => new TypeError('fetch failed', { cause });
const named = (name: string) => Object.assign(new Error('stopped'), { name });

test.each<[Cause, string[]]>([
  ['dns', ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL']],
  [
    'tls',
    [
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'EPROTO',
    ],
  ],
  [
    'timeout',
    ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
  ],
  [
    'refused',
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'EPIPE',
      'UND_ERR_SOCKET',
      'EADDRNOTAVAIL',
    ],
  ],
])(
  'an error of the network has the cause %s by its code, also inside the error of fetch: %s',
  (cause, codes) => {
    for (const code of codes) {
      const found = unreachable(fetchFailed(withCode(code)));
      const expected = { code: cause, message: `failed: ${code}`, remedy: causes[cause] };
      expect({ code: found.code, message: found.message, ...found.details }).toEqual(expected);
    }
  },
);

test.each<[string, unknown, Cause, string]>([
  ['a port that fetch refuses', fetchFailed(new Error('bad port')), 'bad_port', 'bad port'],
  ['a timeout of our own', named('TimeoutError'), 'timeout', 'stopped'],
  ['an abort', named('AbortError'), 'timeout', 'stopped'],
  ['an answer that is no JSON', new SyntaxError('Unexpected token'), 'http', 'Unexpected token'],
  [
    'every address of a host',
    fetchFailed(new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')])),
    'refused',
    'failed: ECONNREFUSED',
  ],
  ['a missing socket', new Error('connect ENOENT /a/.s.PGSQL.5432'), 'refused', 'connect ENOENT'],
  ['a server without TLS', new Error('The server does not support SSL connections'), 'tls', 'SSL'],
  ['an unknown error', new Error('broken'), 'no_answer', 'broken'],
  ['something that is no error', 'broken', 'no_answer', 'broken'],
  ['nothing', null, 'no_answer', 'null'],
])('%s is explained', (_what, error, code, message) => {
  expect(unreachable(error)).toMatchObject({ code, message: expect.stringContaining(message) });
});

test('where nothing listens the caller says what that means', () => {
  expect(unreachable(withCode('ECONNREFUSED'), 'no_server').code).toBe('no_server');
  expect(unreachable(withCode('ENOTFOUND'), 'no_server').code).toBe('dns');
});

test.each(Object.entries(causes))(
  'the cause %s has a remedy in whole sentences',
  (_cause, remedy) => {
    expect(remedy).toMatch(/^[A-Z].+\.$/);
  },
);
