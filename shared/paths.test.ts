import { expect, test } from 'vitest';
import { anchors, outcomePath, paths, redirects } from './paths.ts';

test('the site answers at the addresses that people already have', () => {
  expect(paths).toMatchObject({
    home: '/',
    upload: '/upload',
    privacy: '/privacy',
    terms: '/terms',
    careers: '/careers',
    contact: '/contact',
  });
});

test('/contact leads to the landing page’s contact section', () => {
  expect(redirects).toEqual({ '/contact': '/#contact' });
});

test('the navigation leads to three sections, in the order of the page', () => {
  expect(anchors.map(({ id }) => id)).toEqual(['how-it-works', 'founders', 'contact']);
});

test.each([
  ['joined', '/early-access/joined'],
  ['too_fast', '/early-access/too-fast'],
  ['unsupported_media_type', '/early-access/unsupported-media-type'],
] as const)('a sign-up that ends as %s ends at %s', (outcome, path) => {
  expect(outcomePath(outcome)).toBe(path);
});
