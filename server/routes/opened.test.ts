import express from 'express';
import request from 'supertest';
import { afterEach, expect, test, vi } from 'vitest';
import { openedPath } from '../../shared/signup/paths.ts';
import { createClientIp } from '../http/client-ip.ts';
import { limits } from '../http/limits.ts';
import { handleOpened } from './opened.ts';

const most = limits.dialogsPerVisitor;

afterEach(() => vi.useRealTimers());

/** Creates a site with this route only. */
function createSite() {
  const counted: string[] = [];
  const parts = {
    settings: { SITE_ORIGIN: 'https://deckwright.example', SIGNUP_PROXY_SECRET: undefined },
    clientIp: createClientIp('1'),
    metrics: null,
    counter: { count: (...count: unknown[]) => void counted.push(count.join(' ')) },
  };
  const app = express().post(openedPath, handleOpened(parts));
  const post = (body: string, headers: Record<string, string> = {}) =>
    request(app).post(openedPath).set(headers).type('json').send(body);
  return { counted, post };
}

const hero = '{"source":"hero"}';

test.each<[string, number, string[], string, Record<string, string>?]>([
  ['is counted by its source', 204, ['dialog_opened hero'], hero],
  ['is not counted with Global Privacy Control', 204, [], hero, { 'Sec-GPC': '1' }],
  ['of a foreign page is refused', 403, [], hero, { Origin: 'https://evil.example' }],
  ['that is no JSON is refused', 400, [], 'hero'],
])('an opened dialog %s: %i', async (_what, status, counts, body, headers) => {
  const { counted, post } = createSite();
  const answer = await post(body, headers);
  expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
  expect(counted).toEqual(counts);
});

test('the server counts a visitor’s dialogs in an hour up to a limit, and still counts the dialogs of other visitors', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // The memory takes a time of 0 for none.
  vi.advanceTimersByTime(1);
  const { counted, post } = createSite();
  const countFrom = async (address: string) => {
    await post(hero, { 'X-Forwarded-For': address });
    return counted.length;
  };
  for (let time = 0; time < most + 5; time += 1) await countFrom('192.0.2.1');
  expect(counted).toHaveLength(most);
  expect(await countFrom('192.0.2.2')).toBe(most + 1);
  vi.advanceTimersByTime(3_590_000);
  expect(await countFrom('192.0.2.1')).toBe(most + 1);
  vi.advanceTimersByTime(20_000);
  expect(await countFrom('192.0.2.1')).toBe(most + 2);
});
