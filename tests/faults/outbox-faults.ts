import type { RequestListener } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { signupsPath } from '../../server/stores/sqlite/open.ts';
import type { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { refusal, signupErrors } from '../../shared/signup/contract.ts';
import type { Running } from '../support/running-server.ts';
import { type Group, group } from './fault.ts';
import { outcome, pages } from './observe.ts';
import { inFolder, startOn } from './sqlite-server.ts';
import * as standIn from './stand-in.ts';
import { writers, writeUntil } from './writers.ts';

interface World {
  upstream: standIn.StandIn;
  /** The addresses that the function acknowledged, in that order. */
  arrived: string[];
}

type Folder = ReturnType<typeof createTemporaryFolder>;

const timeoutMs = 400;
/** Milliseconds for an answer on a machine that is busy, the first opening of the data included. */
const slackMs = 20_000;
const patienceMs = 90_000;

/** A function that writes down what it acknowledges. */
const taking =
  (arrived: string[]): RequestListener =>
  async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    arrived.push(JSON.parse(String(Buffer.concat(chunks))).email);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"message":"Thank you."}');
  };

const startWith = ({ upstream }: World, folder: Folder, withinMs = timeoutMs): Promise<Running> =>
  startOn(folder.path, {
    SUPABASE_URL: upstream.url,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_faults',
    SIGNUP_PROXY_SECRET: 'faults-proxy-secret',
    SIGNUP_OUTBOX: 'on',
    UPSTREAM_TIMEOUT_MS: String(withinMs),
  });

function depthOf({ path }: Folder): number {
  const database = new DatabaseSync(signupsPath(path), { readOnly: true });
  const row = database.prepare('select count(*) as kept from outbox').get();
  database.close();
  return Number(row?.kept);
}

/** Waits until nothing is left to send. @returns what is left at last. */
async function emptied(folder: Folder): Promise<number> {
  const late = performance.now() + patienceMs;
  for (;;) {
    const depth = depthOf(folder);
    if (depth === 0 || performance.now() > late) return depth;
    await setTimeout(50);
  }
}

/** One sign-up while the function behaves so, and what becomes of it when it is well again. */
const failing = (name: string, behaviour: RequestListener | null, told: string, kept: number) => ({
  name: `outbox: the function ${name}`,
  expected: `${told}; ${kept} kept; pages 200; then ${kept} arrived, 0 kept`,
  see: (world: World) =>
    inFolder(async (folder) => {
      const { upstream, arrived } = world;
      await upstream.become(behaviour);
      const server = await startWith(world, folder);
      try {
        const answer = await outcome(server.url, timeoutMs + slackMs);
        const meanwhile = `${depthOf(folder)} kept; ${await pages(server.url)}`;
        arrived.length = 0;
        await upstream.become(taking(arrived));
        const left = await emptied(folder);
        return `${answer}; ${meanwhile}; then ${arrived.length} arrived, ${left} kept`;
      } finally {
        await server.stop();
      }
    }),
});

async function killed(world: World, folder: Folder, rounds: number): Promise<string> {
  const { upstream, arrived } = world;
  const acknowledged: string[] = [];
  await upstream.become(null);
  for (let round = 0; round < rounds; round += 1) {
    // Unhurried: what is not heard in time would be sent again.
    const server = await startWith(world, folder, slackMs);
    const kill = () => server.process.kill('SIGKILL');
    acknowledged.push(...(await writeUntil(20 + 29 * (round % 5), server, kill)));
  }
  arrived.length = 0;
  await upstream.become(taking(arrived));
  const server = await startWith(world, folder, slackMs);
  try {
    const left = await emptied(folder);
    const once = new Set(arrived);
    const missing = acknowledged.filter((email) => !once.has(email)).length;
    return `${missing} acknowledged missing; ${arrived.length - once.size} arrived twice; ${left} kept`;
  } finally {
    await server.stop();
  }
}

const unavailable = standIn.answeringJson(signupErrors.unavailable.status, {
  error: { code: 'unavailable', message: refusal('unavailable').message },
});
const limited = standIn.answeringJson(
  429,
  { error: { code: 'rate_limited', message: signupErrors.rate_limited.message } },
  { 'Retry-After': '60' },
);
const html = standIn.answering(500, 'text/html', '<h1>Error</h1>');
const relay = standIn.answering(500, 'text/plain', 'no', { 'x-relay-error': 'true' });

/** What becomes of sign-ups that Supabase does not take, where they are kept. @param rounds of kill -9. */
export const outboxFaults = (rounds: number): Group =>
  group<World>('the outbox', {
    async start() {
      const arrived: string[] = [];
      return { upstream: await standIn.createStandIn(taking(arrived)), arrived };
    },
    stop: ({ upstream }) => upstream.become(null),
    faults: [
      failing('refuses connections', null, '200', 1),
      failing('resets the connection', standIn.resetting, '200', 1),
      failing('hangs', standIn.hanging, '200', 1),
      failing('answers 500 with HTML', html, '200', 1),
      failing('answers 204', standIn.answering(204, 'application/json', ''), '200', 1),
      failing('is not reached by its relay', relay, '200', 1),
      failing('has lost its database', unavailable, '200', 1),
      failing('answers 429', limited, '429 rate_limited, come back later', 0),
      {
        name: `outbox: kill -9 under load, ${rounds} × ${writers} writers`,
        expected: '0 acknowledged missing; 0 arrived twice; 0 kept',
        see: (world) => inFolder((folder) => killed(world, folder, rounds)),
      },
    ],
  });
