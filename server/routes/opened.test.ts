import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { openedPath } from '../../shared/signup/contract.ts';
import { createClientIp } from '../http/client-ip.ts';
import { handleOpened } from './opened.ts';

/** The route alone, on a clock of its own. */
function createSite() {
  const counted: string[] = [];
  const clock = { now: 0 };
  const handler = handleOpened({
    settings: { SITE_ORIGIN: 'https://deckwright.example' },
    clientIp: createClientIp('1'),
    metrics: null,
    counter: { count: (name, source) => void counted.push(`${name} ${source}`) },
    now: () => clock.now,
  });
  const app = express().post(openedPath, handler);
  const post = (body: string, headers: Record<string, string> = {}) =>
    request(app).post(openedPath).set(headers).type('json').send(body);
  return { counted, clock, post };
}

test('a dialog that was opened is counted by its source', async () => {
  const { counted, post } = createSite();
  const answer = await post('{"source":"hero"}');
  expect([answer.status, answer.headers['cache-control']]).toEqual([204, 'no-store']);
  await post('{"source":"elsewhere"}');
  expect(counted).toEqual(['dialog_opened hero', 'dialog_opened modal']);
});

test('it is not counted for who objects by Global Privacy Control', async () => {
  const { counted, post } = createSite();
  expect((await post('{"source":"hero"}', { 'Sec-GPC': '1' })).status).toBe(204);
  expect(counted).toEqual([]);
});

test('20 of one visitor are counted in an hour, and others beside them', async () => {
  const { counted, clock, post } = createSite();
  const from = (address: string) => post('{"source":"nav"}', { 'X-Forwarded-For': address });
  for (let time = 0; time < 25; time += 1) {
    expect((await from('192.0.2.1')).status).toBe(204);
  }
  expect(counted).toHaveLength(20);
  await from('192.0.2.2');
  expect(counted).toHaveLength(21);
  clock.now = 60 * 60 * 1000;
  await from('192.0.2.1');
  expect(counted).toHaveLength(22);
});

test.each([
  ['a foreign page', '{"source":"hero"}', { Origin: 'https://evil.example' }, 403],
  ['no JSON', 'hero', {}, 400],
  ['more than 8 KB', `{"source":"${'a'.repeat(9000)}"}`, {}, 413],
])('%s is refused', async (_what, body, headers, status) => {
  const { counted, post } = createSite();
  expect((await post(body, headers)).status).toBe(status);
  expect(counted).toEqual([]);
});
