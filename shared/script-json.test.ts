import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptJson } from './script-json.ts';

test('nothing in it can end the script or the line', () => {
  const hostile = '</script><script>alert("$&")</script><!--\u2028\u2029';
  expect(scriptJson(hostile)).not.toMatch(/[<>&\u2028\u2029]/);
});

test.each([
  ['<', '"\\u003c"'],
  ['>', '"\\u003e"'],
  ['&', '"\\u0026"'],
  ['\u2028', '"\\u2028"'],
  ['\u2029', '"\\u2029"'],
])('%j is written as an escape that reads back', (character, written) => {
  expect(scriptJson(character)).toBe(written);
  expect(JSON.parse(written)).toBe(character);
});

test('it reads back as what was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(scriptJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
