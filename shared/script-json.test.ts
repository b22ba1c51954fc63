import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptJson } from './script-json.ts';

test('nothing in it can end the script or the line', () => {
  const hostile = '</script><script>alert("$&")</script><!--\u2028\u2029';
  expect(scriptJson(hostile)).not.toMatch(/[<>&\u2028\u2029]/);
});

test('it reads back as what was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(scriptJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
