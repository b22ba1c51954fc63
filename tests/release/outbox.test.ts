import type { RequestListener } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { signupsPath } from '../../server/stores/sqlite/open.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { enough, writers, writeUntil } from '../faults/writers.ts';
import { startOn } from '../support/built-server.ts';
import { createStandIn } from '../support/stand-in.ts';

const rounds = 30;

test(`what waits for Supabase survives ${rounds} × kill -9 under ${writers} writers, and arrives once`, async () => {
  const folder = createTemporaryFolder();
  onTestFinished(folder.remove);
  const arrived: string[] = [];
  const taking: RequestListener = async (request, response) => {
    // A health check sends nothing.
    if (request.method === 'POST') arrived.push(JSON.parse(await text(request)).email);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"message":"Thank you."}');
  };
  const upstream = await createStandIn(taking);
  onTestFinished(() => upstream.become(null));
  const startServer = () =>
    startOn(folder.path, {
      SUPABASE_URL: upstream.url,
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_faults',
      SIGNUP_PROXY_SECRET: 'faults-proxy-secret',
      SIGNUP_OUTBOX: 'on',
      // Unhurried: what is not heard in time would be sent again.
      UPSTREAM_TIMEOUT_MS: '20000',
    });
  await upstream.become(null);
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer();
    const kill = () => server.process.kill('SIGKILL');
    acknowledged.push(...(await writeUntil(enough(round), server, kill)));
  }
  await upstream.become(taking);
  const server = await startServer();
  onTestFinished(server.stop);
  const kept = () => {
    const database = new DatabaseSync(signupsPath(folder.path), { readOnly: true });
    const row = database.prepare('select count(*) as kept from outbox').get();
    database.close();
    return Number(row?.kept);
  };
  await expect.poll(kept, { timeout: 90_000, interval: 50 }).toBe(0);
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(acknowledged.filter((email) => !arrived.includes(email))).toEqual([]);
});
