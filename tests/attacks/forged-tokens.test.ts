import { Agent, request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { entryPath } from '../../shared/paths.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { memoryMiB, startReady } from '../support/built-server.ts';
import { createControlGroup } from './control-group.ts';

/** The memory limit in compose.yaml, in MiB. */
const largest = 256;
const tokens = 10_000;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
afterAll(() => agent.destroy());

/** Asks for the page of an entry, or confirms it, with a made-up token. @returns the status. */
function forge(url: string, number: number): Promise<number> {
  const isForm = number % 2 === 0;
  // A form of more than 8 KB is refused by its size.
  const length = isForm ? 7_900 : 8_000 + (number % 7_000);
  const token = `${number}-`.padEnd(length, 'x');
  const options = isForm
    ? { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
    : {};
  const address = isForm ? `${url}${entryPath}` : `${url}${entryPath}?token=${token}`;
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent, ...options }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', reject).end(isForm ? `action=confirm&token=${token}` : undefined);
  });
}

test(`the server refuses each of ${tokens} made-up tokens of 8 to 15 KB, and stays within ${largest} MiB`, async () => {
  const group = createControlGroup(largest);
  const settings = {
    MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
    MAIL_FROM: 'launch@deckwright.example',
    SITE_ORIGIN: 'https://deckwright.example',
  };
  const server = await startReady(temporaryFolder(), settings, group?.wrapper);
  const statuses = new Set<number>();
  let next = 0;
  const send = async () => {
    while (next < tokens) {
      next += 1;
      statuses.add(await forge(server.url, next));
    }
  };
  await Promise.all(Array.from({ length: 16 }, send));
  expect([...statuses].toSorted()).toEqual([400, 410]);
  expect((await fetch(server.url)).status).toBe(200);
  expect(memoryMiB(server, 'VmHWM')).toBeLessThan(largest);
  await server.stop();
  await group?.remove();
});
