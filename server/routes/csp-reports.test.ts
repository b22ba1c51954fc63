import request from 'supertest';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cspReportsPath } from '../../shared/csp-reports.ts';
import { startTestServer } from '../testing/test-server.ts';

let lines: string[];
let site: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  lines = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  site = await startTestServer({ LOG_LEVEL: 'warn' }, { logTo });
  await site.context.openLog();
});
afterEach(async () => {
  await site.close();
  vi.useRealTimers();
});

const send = (type: string, body: unknown) =>
  request(site.server).post(cspReportsPath).type(type).send(JSON.stringify(body));

const logged = () =>
  lines.map((line) => {
    const { directive, blocked, path } = JSON.parse(line);
    return { directive, blocked, path };
  });

const violation = {
  effectiveDirective: 'script-src-elem',
  blockedURL: 'https://elsewhere.example/a/path?to=ada@company.com',
  documentURL: 'https://deckwright.example/upload?to=ada@company.com#there',
  sample: 'ada@company.com',
};

test('a report is a line of directive, origin and path', async () => {
  const sent = [{ type: 'csp-violation', age: 1, url: violation.documentURL, body: violation }];
  const answer = await send('application/reports+json', sent);
  expect([answer.status, answer.headers['cache-control']]).toEqual([204, 'no-store']);
  expect(logged()).toEqual([
    { directive: 'script-src-elem', blocked: 'https://elsewhere.example', path: '/upload' },
  ]);
  expect(lines.join()).not.toContain('ada');
  expect(lines.join()).toContain('the policy kept something from happening');
});

test('the older spelling is read too', async () => {
  const report = {
    'violated-directive': 'style-src',
    'blocked-uri': 'inline',
    'document-uri': 'https://deckwright.example/',
  };
  expect((await send('application/csp-report', { 'csp-report': report })).status).toBe(204);
  expect(logged()).toEqual([{ directive: 'style-src', blocked: 'inline', path: '/' }]);
});

test('what a stranger makes up is not repeated', async () => {
  const made = {
    effectiveDirective: 'ada@company.com',
    blockedURL: 'ada@company.com',
    documentURL: 'https://deckwright.example/ada@company.com',
  };
  await send('application/reports+json', [{ type: 'csp-violation', body: made }]);
  await send('application/reports+json', [{ type: 'deprecation', body: violation }, null, 7]);
  await send('application/reports+json', { 'csp-report': 7 });
  await send('text/plain', [{ type: 'csp-violation', body: violation }]);
  expect(logged()).toEqual([{ directive: '(other)', blocked: '(other)', path: '(other)' }]);
});

test('broken, large and compressed reports are refused, and only POST is answered', async () => {
  const broken = request(site.server).post(cspReportsPath).type('application/csp-report');
  expect((await broken.send('{')).status).toBe(400);
  expect((await send('application/csp-report', 'x'.repeat(9000))).status).toBe(413);
  const packed = request(site.server).post(cspReportsPath).set('Content-Encoding', 'gzip');
  expect((await packed.type('application/csp-report').send('{}')).status).toBe(415);
  const read = await request(site.server).get(cspReportsPath);
  expect([read.status, read.headers.allow]).toEqual([405, 'POST']);
});

test('one body and one minute make no more than so many lines', async () => {
  const one = { type: 'csp-violation', body: violation };
  await send('application/reports+json', Array(30).fill(one));
  expect(lines).toHaveLength(20);
  lines.length = 0;
  for (let count = 0; count < 80; count += 1) {
    vi.setSystemTime(count * 100);
    expect((await send('application/reports+json', [one])).status).toBe(204);
  }
  expect(lines).toHaveLength(59);
  vi.setSystemTime(59_999);
  await send('application/reports+json', [one]);
  expect(lines).toHaveLength(59);
  vi.setSystemTime(60_000);
  await send('application/reports+json', [one]);
  expect(lines).toHaveLength(60);
});
