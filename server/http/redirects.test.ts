import request from 'supertest';
import { expect, test } from 'vitest';
import { pages, redirectOf } from '../../shared/pages.ts';
import { redirects } from '../../shared/paths.ts';
import { fakeBackend } from '../testing/fake-backend.ts';
import { startTestServer } from '../testing/test-server.ts';

const { server } = await startTestServer({}, { backend: fakeBackend() });

const paths = [...pages.flatMap(({ path }) => path ?? []), ...Object.keys(redirects)];

test.each([...paths, ...paths.map((path) => `${path}/`), '/robots.txt/', '/x/', '/contact//'])(
  'GET %s redirects exactly where the terminal says',
  async (path) => {
    const { status, headers } = await request(server).get(path);
    const to = redirectOf(path);
    expect([status === 301, headers.location]).toEqual([to !== undefined, to]);
  },
);

test('a redirect puts the query before the anchor', async () => {
  for (const [from, to] of [
    ['/contact?a=b', '/?a=b#contact'],
    ['/contact/?a=b', '/?a=b#contact'],
    ['/upload/?a=b', '/upload?a=b'],
  ]) {
    expect((await request(server).get(from ?? '')).headers.location).toBe(to);
  }
});
