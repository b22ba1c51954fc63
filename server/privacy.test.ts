import request from 'supertest';
import { expect, test } from 'vitest';
import { signupPath } from '../shared/signup/contract.ts';
import { awayFromTheHour } from '../shared/testing/hour.ts';
import { answerJson, createFakeFunction } from './testing/fake-function.ts';
import { createTemporaryFolder } from './testing/temporary-folder.ts';
import { startTestServer } from './testing/test-server.ts';

const person = 'ada.lovelace';
const email = `${person}@company.example`;
const token = 'token-of-the-metrics-page';
const userAgent = 'BrowserOfAda/1.0';
const visitor = '203.0.113.77';

const good = { email, source: 'hero', turnstileToken: null, formFillTime: 5000, userAgent };

/** Every way in that we know, and some that nobody should take. */
const bodies: [type: string, body: string][] = [
  ['json', JSON.stringify(good)],
  ['json', JSON.stringify({ ...good, formFillTime: 1 })],
  ['json', JSON.stringify({ ...good, website: email })],
  ['json', JSON.stringify({ ...good, email: `${email}<` })],
  ['json', JSON.stringify({ ...good, source: email, turnstileToken: email })],
  ['json', JSON.stringify({ email })],
  ['json', JSON.stringify([email])],
  ['json', `{"email": "${email}"`],
  ['json', JSON.stringify({ ...good, userAgent: email.repeat(500) })],
  ['form', new URLSearchParams({ email, source: 'cta' }).toString()],
  ['form', new URLSearchParams({ email, website: email }).toString()],
  ['text/plain', email],
];

/** Sends everything to a server at its most talkative. @returns all that it wrote, and where it sent us. */
async function traceOf(environment: Record<string, string>) {
  let log = '';
  const logTo = {
    write(line: string) {
      log += line;
    },
  };
  const settings = {
    LOG_LEVEL: 'trace',
    METRICS_TOKEN: token,
    TRUST_PROXY: '1',
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '1',
    ...environment,
  };
  await awayFromTheHour();
  const { server, context, close } = await startTestServer(settings, { logTo });
  const statuses: number[] = [];
  const locations: string[] = [];
  try {
    await context.backend.open();
    for (const [type, body] of bodies) {
      const { status, headers } = await request(server)
        .post(`${signupPath}?to=${email}`)
        .set({ 'X-Forwarded-For': visitor, 'User-Agent': userAgent, Referer: `http://a/${email}` })
        .type(type)
        .send(body);
      statuses.push(status);
      locations.push(headers.location ?? '');
    }
    const { text } = await request(server).get('/metrics').auth(token, { type: 'bearer' });
    expect(text).toContain('deckwright_signups_total');
    expect(log).toContain(signupPath);
    return { statuses, written: [log, text, ...locations].join('\n') };
  } finally {
    await close();
  }
}

function expectNothingPersonal(written: string): void {
  for (const secret of [person, email, encodeURIComponent(email), visitor, userAgent]) {
    expect(written).not.toContain(secret);
  }
}

test('neither log, metrics nor addresses tell who signed up, or failed to', async () => {
  const folder = createTemporaryFolder();
  try {
    const { statuses, written } = await traceOf({ DATA_DIR: folder.path });
    expect([...new Set(statuses)].toSorted()).toEqual([200, 303, 400, 413, 415, 422, 429]);
    expectNothingPersonal(written);
  } finally {
    folder.remove();
  }
});

test('nor do they where the function fails, or repeats what it was sent', async () => {
  const echo = { error: { code: 'internal', message: `cannot save ${email}` } };
  const failing = await createFakeFunction(answerJson(500, echo));
  try {
    const { statuses, written } = await traceOf(failing.environment);
    expect(statuses).toContain(500);
    expectNothingPersonal(written);
  } finally {
    await failing.close();
  }
});
