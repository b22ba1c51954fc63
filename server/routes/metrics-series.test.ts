import { readFileSync } from 'node:fs';
import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import request from 'supertest';
import { expect, test } from 'vitest';
import { answerJson, createFakeFunction } from '../testing/fake-function.ts';
import { startTestServer } from '../testing/test-server.ts';

const token = 'a-token-of-16-characters';
const runbook = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');

/** What the runbook names, table and alerts alike; a histogram’s parts count as the histogram. */
const named = new Set(
  Array.from(runbook.matchAll(/\b(?:deckwright|nodejs|process)_[a-z0-9_]+/g), ([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  ),
);

/** The metrics page after a page, a sign-up and one fault, as a scraper reads it. */
async function scrape() {
  const { backend, close } = await createFakeFunction(answerJson(200, {}));
  const { server, close: closeServer } = await startTestServer(
    { METRICS_TOKEN: token },
    { backend },
  );
  await request(server).get('/');
  const signup = { email: 'ada@deckwright.example', source: 'hero', turnstileToken: null };
  await request(server).post('/api/signup').send(signup);
  const { text } = await request(server).get('/metrics').set('Authorization', `Bearer ${token}`);
  await closeServer();
  await close();
  return parsePrometheusTextFormat(text);
}

test('the page parses, and has every series that the runbook names', async () => {
  const families = await scrape();
  const served = families.map(({ name }) => name);
  expect(new Set(served).size).toBe(served.length);
  expect(families.every(({ help, type }) => help && type !== 'UNTYPED')).toBe(true);
  expect(named.size).toBeGreaterThan(10);
  expect(served).toEqual(expect.arrayContaining([...named]));
});

test('the runbook’s table has every series of ours', async () => {
  const ours = (await scrape()).filter(({ name }) => name.startsWith('deckwright_'));
  expect(ours.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});
