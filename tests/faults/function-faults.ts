import type { RequestListener } from 'node:http';
import { signupErrors } from '../../shared/signup/contract.ts';
import { serverEntry } from '../support/built-server.ts';
import { type Running, start } from '../support/running-server.ts';
import { type Group, group } from './fault.ts';
import { outcome, pages, until } from './observe.ts';
import * as standIn from './stand-in.ts';

interface World {
  upstream: standIn.StandIn;
  server: Running;
}

const good = standIn.answeringJson(200, { message: 'Thank you.' });

/** Milliseconds that an answer may take beyond the time-out, on a machine that is busy. */
const slackMs = 5_000;

/** What the function does → what a prospect is told. */
type Case = readonly [name: string, behaviour: RequestListener | null, expected: string];

const groupOf = (name: string, timeoutMs: number, cases: readonly Case[]): Group =>
  group<World>(name, {
    async start() {
      const upstream = await standIn.createStandIn(good);
      const server = await start(serverEntry, {
        PORT: '0',
        SUPABASE_URL: upstream.url,
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_faults',
        UPSTREAM_TIMEOUT_MS: String(timeoutMs),
      });
      return { upstream, server };
    },
    async stop({ upstream, server }) {
      await server.stop();
      await upstream.become(null);
    },
    faults: cases.map(([fault, behaviour, expected]) => ({
      name: `the function ${fault}`,
      expected: `${expected}; pages 200; then 200`,
      async see({ upstream, server }) {
        await upstream.become(behaviour);
        const [told, meanwhile] = await Promise.all([
          outcome(server.url, timeoutMs + slackMs),
          pages(server.url),
        ]);
        await upstream.become(good);
        return `${told}; ${meanwhile}; then ${await until('200', server.url)}`;
      },
    })),
  });

const limited = {
  error: { code: 'rate_limited', message: signupErrors.rate_limited.message },
};

export const functionFaults: Group = groupOf('Supabase fails', 20_000, [
  ['refuses connections', null, '502 upstream_fetch'],
  ['resets the connection', standIn.resetting, '502 upstream_fetch'],
  [
    'answers 500 with HTML',
    standIn.answering(500, 'text/html', '<h1>Error</h1>'),
    '502 upstream_http',
  ],
  [
    'answers 200 with broken JSON',
    standIn.answering(200, 'application/json', '{"mess'),
    '502 upstream_http',
  ],
  ['answers 200 with HTML', standIn.answering(200, 'text/html', '<p>Hi</p>'), '502 upstream_http'],
  ['answers 204', standIn.answering(204, 'application/json', ''), '502 upstream_http'],
  [
    'is not reached by its relay',
    standIn.answering(500, 'text/plain', 'no', { 'x-relay-error': 'true' }),
    '502 upstream_relay',
  ],
  [
    'answers 429 with Retry-After',
    standIn.answeringJson(429, limited, { 'Retry-After': '60' }),
    '429 rate_limited, come back later',
  ],
  [
    'answers 429 with words of its own',
    standIn.answering(429, 'text/plain', 'slow down', { 'Retry-After': '60' }),
    '502 upstream_http',
  ],
]);

/** In its time a busy machine must hear the beginning of an answer. */
export const silenceFaults: Group = groupOf('Supabase hangs', 2_000, [
  ['hangs', standIn.hanging, '502 upstream_fetch'],
  ['hangs within a 200', standIn.hangingMidway(200), '502 upstream_fetch'],
  ['hangs within a 500', standIn.hangingMidway(500), '502 upstream_http'],
]);
