import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { serverEntry } from '../support/built-server.ts';
import { start } from '../support/running-server.ts';
import { type Group, group } from './fault.ts';
import { signUp } from './observe.ts';
import { answeringJson, createStandIn } from './stand-in.ts';

const inFlight = 20;

/** A function that answers nobody before all have asked, and then when it is told to. */
async function createCrowd() {
  const waiting: (() => void)[] = [];
  const gathered = Promise.withResolvers<void>();
  const upstream = await createStandIn((request, response) => {
    waiting.push(() => answeringJson(200, {})(request, response));
    if (waiting.length === inFlight) gathered.resolve();
  });
  const release = () => {
    for (const answer of waiting) answer();
  };
  return { upstream, gathered: gathered.promise, release };
}

async function listensNoMore(url: string): Promise<void> {
  const headers = { Connection: 'close' };
  while (await fetch(`${url}/healthz`, { headers }).then(Boolean, () => false))
    await setTimeout(10);
}

/** Sign-ups that wait for the function when the signal comes, and are answered after it. */
async function stopped(): Promise<string> {
  const { upstream, gathered, release } = await createCrowd();
  const server = await start(serverEntry, {
    PORT: '0',
    SUPABASE_URL: upstream.url,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_faults',
  });
  const ended = once(server.process, 'exit');
  const sent = Array.from({ length: inFlight }, () => signUp(server.url));
  await gathered;
  server.process.kill('SIGTERM');
  await listensNoMore(server.url);
  release();
  const answers = await Promise.all(sent);
  const good = answers.filter(({ response }) => response.status === 200);
  const [code] = await ended;
  await upstream.become(null);
  return `${good.length} of ${inFlight} answered; exit ${code}`;
}

export const stopFaults: Group = group('the end', {
  start: async () => null,
  stop: async () => {},
  faults: [
    {
      name: `SIGTERM with ${inFlight} sign-ups in flight`,
      expected: `${inFlight} of ${inFlight} answered; exit 0`,
      see: stopped,
    },
  ],
});
