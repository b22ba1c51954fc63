import request from 'supertest';
import { expect, test } from 'vitest';
import { signupPath } from '../shared/signup/paths.ts';
import { sentSignup } from '../shared/signup/testing/sign-ups.ts';
import { awayFromTheHour } from '../shared/testing/hour.ts';
import { answerJson } from '../shared/testing/stand-in.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { createFakeFunction } from './testing/fake-function.ts';
import { startTestServer } from './testing/test-server.ts';

const person = 'ada.lovelace';
const email = `${person}@company.example`;
const token = 'token-of-the-metrics-page';
const userAgent = 'BrowserOfAda/1.0';
const visitor = '203.0.113.77';

const good = { ...sentSignup, email, userAgent };

/** Valid and invalid sign-ups in every form that the route reads, and in forms that it refuses. */
const bodies: [type: string, body: string | object][] = [
  ['json', good],
  ['json', { ...good, formFillTime: 1 }],
  ['json', { ...good, website: email }],
  ['json', { ...good, email: `${email}<` }],
  ['json', { ...good, source: email, turnstileToken: email }],
  ['json', { email }],
  ['json', [email]],
  ['json', `{"email": "${email}"`],
  ['json', { ...good, userAgent: email.repeat(500) }],
  ['form', { email, source: 'cta' }],
  ['form', { email, website: email }],
  ['text/plain', email],
];

/** Sends all bodies to a server that logs everything, and checks that it writes no personal data. Returns the statuses. */
async function statusesOf(environment: Record<string, string>): Promise<number[]> {
  const written: string[] = [];
  const logTo = { write: (line: string) => void written.push(line) };
  const settings = { LOG_LEVEL: 'trace', METRICS_TOKEN: token, TRUST_PROXY: '1' };
  const limits = { SIGNUP_LIMIT_PER_VISITOR_HOUR: '1' };
  await awayFromTheHour();
  const running = await startTestServer({ ...settings, ...limits, ...environment }, { logTo });
  await running.context.backend.open();
  const statuses: number[] = [];
  for (const [type, body] of bodies) {
    const { status, headers } = await request(running.server)
      .post(`${signupPath}?to=${email}`)
      .set({ 'X-Forwarded-For': visitor, 'User-Agent': userAgent, Referer: `http://a/${email}` })
      .type(type)
      .send(body);
    statuses.push(status);
    written.push(headers.location ?? '');
  }
  const { text } = await request(running.server).get('/metrics').auth(token, { type: 'bearer' });
  const all = [text, ...written].join('\n');
  expect(all).toContain('deckwright_signups_total');
  expect(all).toContain(signupPath);
  for (const secret of [person, email, encodeURIComponent(email), visitor, userAgent]) {
    expect(all).not.toContain(secret);
  }
  return statuses;
}

test('log, metrics and redirects do not tell who signed up or failed to', async () => {
  const statuses = await statusesOf({ DATA_DIR: temporaryFolder() });
  expect([...new Set(statuses)].toSorted()).toEqual([200, 303, 400, 413, 415, 422, 429]);
});

test('log, metrics and redirects do not tell who signed up when the function fails and repeats its input', async () => {
  const echo = { error: { code: 'internal', message: `cannot save ${email}` } };
  const failing = await createFakeFunction(answerJson(500, echo));
  expect(await statusesOf(failing)).toContain(500);
});
