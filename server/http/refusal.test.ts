import express from 'express';
import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { handleErrors } from './refusal.ts';

/** Creates a site on which every request fails with an error, after it has sent some text. */
function failing(error: unknown, sent = '') {
  const parts = { log: { error: vi.fn() }, metrics: { error: vi.fn() } };
  const handler = handleErrors(parts as object as Parameters<typeof handleErrors>[0]);
  const app = express().use((asked, response) => {
    asked.id = 'known-id';
    if (sent) response.write(sent);
    throw error;
  });
  return { ...parts, ask: request(app.use(handler)) };
}

const withStatus = (status: number) => Object.assign(new Error('secret'), { status });

test.each([
  ['an error', new Error('secret'), 'internal'],
  ['an error of Express about itself', withStatus(500), 'internal'],
  ['something that is no error', { status: 400 }, 'internal'],
  ['an error of Express about the request', withStatus(400), 'invalid_request'],
] as const)(
  'for %s a stranger gets the status and the text of its code, and no details',
  async (_what, error, code) => {
    const { status, message } = signupErrors[code];
    const { log, metrics, ask } = failing(error);
    const answer = await ask.get('/api/signup');
    expect([answer.status, answer.body]).toEqual([status, { error: { code, message } }]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const isOurs = code === 'internal';
    const logged = [{ id: 'known-id', err: error }, 'request failed'];
    expect(log.error.mock.calls).toEqual(isOurs ? [logged] : []);
    expect(metrics.error.mock.calls).toEqual(isOurs ? [['request']] : []);
    const page = await ask.get('/upload');
    expect([page.type, page.text]).toEqual(['text/plain', `${message}\n`]);
  },
);

test('a response that fails after it has begun is cut off', async () => {
  const { log, ask } = failing(new Error('secret'), 'half of ');
  await expect(ask.get('/')).rejects.toThrow('aborted');
  expect(log.error).toHaveBeenCalledOnce();
});
