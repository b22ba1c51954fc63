import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { answerJson, createStandIn } from '../../server/testing/stand-in.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { enough, writers, writeUntil } from '../faults/writers.ts';
import { startOn } from '../support/built-server.ts';

const rounds = 30;

test(`what waits for Supabase survives ${rounds} × kill -9 under ${writers} writers, and arrives once`, async () => {
  const folder = createTemporaryFolder();
  onTestFinished(folder.remove);
  const arrived: string[] = [];
  const taking: RequestListener = async (request, response) => {
    // A health check sends nothing.
    if (request.method === 'POST') arrived.push(JSON.parse(await text(request)).email);
    answerJson(200, { message: 'Thank you.' })(request, response);
  };
  const upstream = await createStandIn(taking);
  onTestFinished(upstream.close);
  const startServer = () =>
    startOn(folder.path, {
      SUPABASE_URL: upstream.url,
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_faults',
      SIGNUP_PROXY_SECRET: 'faults-proxy-secret',
      SIGNUP_OUTBOX: 'on',
      // Unhurried: what is not heard in time would be sent again.
      UPSTREAM_TIMEOUT_MS: '20000',
    });
  await upstream.close();
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer();
    const kill = () => server.process.kill('SIGKILL');
    acknowledged.push(...(await writeUntil(enough(round), server, kill)));
  }
  await upstream.become(taking);
  const server = await startServer();
  onTestFinished(server.stop);
  const kept = () => readSqlite(folder.path, 'select email from outbox');
  await expect.poll(kept, { timeout: 90_000, interval: 50 }).toEqual([]);
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(acknowledged.filter((email) => !arrived.includes(email))).toEqual([]);
});
