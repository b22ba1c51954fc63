import { expect, test } from 'vitest';
import { slope } from './memory.ts';
import { problemsOf } from './problems.ts';
import { createRandom } from './random.ts';
import { sending } from './requests.ts';

const head = 'Content-Security-Policy: x\r\nX-Content-Type-Options: x\r\nReferrer-Policy: x\r\n';
const answer = (status: number, body = '', more = ''): string =>
  `HTTP/1.1 ${status} x\r\n${head}${more}\r\n${body}`;

test.each([
  ['nothing wrong', answer(200, '<p>Hello</p>'), []],
  ['a path of ours', answer(308, '', 'Location: /upload\r\n'), []],
  ['a documented fault', answer(503, '{"error":{"code":"unavailable"}}'), []],
  [
    'our own fault',
    answer(500, '{"error":{"code":"internal"}}'),
    ['an undocumented 500: internal'],
  ],
  ['a stack', answer(400, 'x\n    at f (a.js:1:2)'), ['tells a stack']],
  ['a path', answer(404, 'no /tmp/data'), ['tells the home of a file']],
  ['a way out', answer(308, '', 'Location: //evil.example/\r\n'), ['leads to //evil.example/']],
  [
    'a way out that browsers take for one',
    answer(308, '', 'Location: /\\evil.example\r\n'),
    ['leads to /\\evil.example'],
  ],
  ['a cookie', answer(200, '', 'Set-Cookie: a=b\r\n'), ['carries set-cookie']],
  ['a tag', answer(404, '<p><script>alert(1)</script>'), ['repeats a tag that it was sent']],
  [
    'a bare answer',
    'HTTP/1.1 400 Bad Request\r\n\r\n',
    ['lacks content-security-policy', 'lacks x-content-type-options', 'lacks referrer-policy'],
  ],
  ['half an answer', 'HTTP/1.1 200 OK\r\nDate', ['an answer that ends in its head']],
])('%s', (_, received, problems) => {
  expect(problemsOf(received)).toEqual(problems);
});

test('the same seed sends the same', () => {
  const all = (seed: number) => {
    const random = createRandom(seed);
    const bytes = Array.from({ length: 200 }, () => Buffer.concat([...sending(random).pieces]));
    return Buffer.concat(bytes)
      .toString('latin1')
      .replace(/\d+%40|fuzz-\d+/gi, '');
  };
  expect(all(7)).toBe(all(7));
  expect(all(7)).not.toBe(all(8));
});

test('memory that grows has a slope, memory that breathes has none', () => {
  const samples = (mebibytes: (at: number) => number) =>
    Array.from({ length: 30 }, (_, at) => ({ requests: at * 1_000, mebibytes: mebibytes(at) }));
  expect(slope(samples((at) => 300 + at))).toBeCloseTo(10);
  expect(Math.abs(slope(samples((at) => 300 + (at % 2))))).toBeLessThan(0.5);
  expect(slope([])).toBe(0);
});
