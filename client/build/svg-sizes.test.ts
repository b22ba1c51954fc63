import { expect, test } from 'vitest';
import { withSvgSizes } from './svg-sizes.ts';

test.each([
  ['of its view', '<svg viewBox="0 2 428 216">', ' width="428" height="216"'],
  ['of the browser', '<svg class="chart">', ' width="300" height="150"'],
])('a drawing gets the size %s', (_what, tag, size) => {
  expect(withSvgSizes(`${tag}</svg>`)).toBe(`${tag.replace('>', `${size}>`)}</svg>`);
});

test('an inner drawing fills the outer drawing, and the next drawing has its own size', () => {
  const html =
    '<svg viewBox="0 0 9 9"><svg viewBox="0 0 1 1"></svg></svg><svg viewBox="0 0 5 5"></svg>';
  const sizes = Array.from(withSvgSizes(html).matchAll(/ width="(\S+)"/g), ([, width]) => width);
  expect(sizes).toEqual(['9', '100%', '5']);
});

test('a drawing that has a size stays as it is', () => {
  const html = '<svg width="10" height="5" viewBox="0 0 1 1"></svg>';
  expect(withSvgSizes(html)).toBe(html);
});
