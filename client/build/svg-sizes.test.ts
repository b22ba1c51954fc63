import { expect, test } from 'vitest';
import { withSvgSizes } from './svg-sizes.ts';

test.each([
  ['of its view', '<svg viewBox="0 2 428 216"><path/></svg>', ' width="428" height="216"'],
  [
    'that fill the drawing around it',
    '<svg x="50%" overflow="visible"></svg>',
    ' width="100%" height="100%"',
  ],
  ['of the browser', '<svg class="chart"></svg>', ' width="300" height="150"'],
])('a drawing gets the sizes %s', (_what, html, sizes) => {
  expect(withSvgSizes(html)).toBe(html.replace('>', `${sizes}>`));
});

test('a drawing that has a width stays as it is', () => {
  const html = '<svg width="10" height="5" viewBox="0 0 1 1"></svg>';
  expect(withSvgSizes(html)).toBe(html);
});
