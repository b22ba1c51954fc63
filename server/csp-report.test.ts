import { expect, test } from 'vitest';
import { readCspReports } from './csp-report.ts';

const isOurs = (path: string) => path === '/upload';
const read = (body: unknown) => readCspReports([{ type: 'csp-violation', body }], isOurs);

test.each([
  ['https://a.example/x?y', 'https://a.example'],
  ['http://a.example:8080/x', 'http://a.example:8080'],
  ['ws://a.example/x', 'ws://a.example'],
  ['wss://a.example/x', 'wss://a.example'],
  ['trusted-types-sink', 'trusted-types-sink'],
  ['blob:https://a.example/x', '(other)'],
  ['https://', '(other)'],
  [
    `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`,
    `https://${'a'.repeat(60)}.${'b'.repeat(31)}`,
  ],
  [['inline'], '(other)'],
  [undefined, '(other)'],
])('of what was blocked, %j, stays %s', (blockedURL, blocked) => {
  expect(read({ blockedURL })[0]?.blocked).toBe(blocked);
});

test.each([
  ['https://deckwright.example/upload', '/upload'],
  ['https://deckwright.example/elsewhere', '(other)'],
  ['/upload', '(other)'],
  [['https://deckwright.example/upload'], '(other)'],
])('of the document, %j, stays %s', (documentURL, path) => {
  expect(read({ documentURL })[0]?.path).toBe(path);
});

test.each([
  { effectiveDirective: 'img-src' },
  { 'effective-directive': 'img-src' },
  { 'violated-directive': 'img-src' },
])('the directive is found in %j', (body) => {
  expect(read(body)[0]?.directive).toBe('img-src');
});

test.each([[['img-src']], [7], ['IMG'], ['img-src https://a.example'], ['a'.repeat(41)]])(
  'a directive that is none, %j, is not repeated',
  (effectiveDirective) => {
    expect(read({ effectiveDirective })[0]?.directive).toBe('(other)');
  },
);

test.each([[null], ['text'], [[]], [undefined]])('a report whose body is %j is none', (body) => {
  expect(read(body)).toEqual([]);
});
