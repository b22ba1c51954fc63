import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { pages } from '../../../shared/pages.ts';
import { runCommand } from '../../testing/run-command.ts';
import type { ManifestEntry } from './entries.ts';

const env = { SITE_ORIGIN: 'https://deckwright.test' };
const read = async (): Promise<ManifestEntry[]> =>
  JSON.parse((await runCommand('manifest --json', env)).out);

test('the JSON has every page and redirect, in the shapes that scripts rely on', async () => {
  const entries = await read();
  expect(entries.map(({ path }) => path)).toEqual([...pages.map(({ path }) => path), '/contact']);
  expect(Object.keys(entries[0] ?? {})).toEqual([
    'path',
    'status',
    'title',
    'description',
    'keywords',
    'canonical',
    'robots',
    'image',
    'structuredData',
  ]);
  expect(entries[0]?.canonical).toBe('https://deckwright.test/');
  expect(entries.at(-1)).toEqual({ path: '/contact', status: 308, location: '/#contact' });
});

test.each([80, 140])('the table fits a window of %i columns', async (width) => {
  const { code, out } = await runCommand('manifest', env, { width });
  expect(code).toBe(0);
  const lines = out.trimEnd().split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  expect(out).toMatch(/^\/contact +308 +→ \/#contact$/m);
  expect(out).toMatch(/^\(any other\) +404 +noindex +Page not/m);
  expect(lines.at(-1)).toMatch(/^\/early-access\/… +200 +noindex +\d+ pages/);
});

test('--all lists the pages that were folded', async () => {
  const { out } = await runCommand('manifest --all', env);
  expect(out.trim().split('\n')).toHaveLength(pages.length + 2);
});

test('one page is shown whole, wrapped to the window', async () => {
  const { out } = await runCommand('manifest /upload', env, { width: 60 });
  expect(out).toContain('canonical       https://deckwright.test/upload');
  expect(out).toMatch(/\(\d+ of 160 characters\)/);
  const { code, err } = await runCommand('manifest /nowhere', env);
  expect(code).toBe(1);
  expect(err).toContain('no page at /nowhere');
});

test('--check passes on our own pages', async () => {
  const { code, out } = await runCommand('manifest --check', env);
  expect(out).toContain('every head keeps the rules');
  expect(code).toBe(0);
});

test('--live says so when no server answers', async () => {
  const { code, err } = await runCommand('manifest --check --live', { ...env, PORT: '1' });
  expect(code).toBe(1);
  expect(err).toContain('no server answers at http://127.0.0.1:1');
});

test('--live names the pages and share images that the server does not answer', async () => {
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/readyz') return response.end(JSON.stringify({ ready: true }));
    if (url === '/privacy') return request.socket.destroy();
    response.writeHead(/^\/(share\/terms|no-page)/.test(url) ? 404 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const PORT = String((server.address() as AddressInfo).port);
  const { code, out } = await runCommand('manifest --check --live --json', { ...env, PORT });
  server.close();
  expect(code).toBe(1);
  expect(JSON.parse(out).problems).toEqual([
    { path: '/privacy', field: 'status', problem: 'is unreachable: 0' },
    { path: '/terms', field: 'image', problem: 'is unreachable: 404' },
  ]);
});
