import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import type { Running } from '../support/running-server.ts';
import { type Group, group } from './fault.ts';
import { outcome, pages } from './observe.ts';
import { ready, startOn } from './sqlite-server.ts';
import * as standIn from './stand-in.ts';

interface World {
  folder: ReturnType<typeof createTemporaryFolder>;
  siteverify: standIn.StandIn;
  server: Running;
}

/** As siteverify answers for a token of ours. */
const good = standIn.answeringJson(200, {
  success: true,
  hostname: 'localhost',
  action: 'early-access',
});
const patienceMs = 15_000;
const refused = '503 bot_check_unavailable, come back later';

const fault = (name: string, behaviour: Parameters<standIn.StandIn['become']>[0]) => ({
  name: `siteverify ${name}`,
  expected: `${refused}; without a token 200; pages 200; then 200`,
  async see({ siteverify, server: { url } }: World): Promise<string> {
    await siteverify.become(behaviour);
    const [told, without, served] = await Promise.all([
      outcome(url, patienceMs, 'token'),
      outcome(url, patienceMs),
      pages(url),
    ]);
    await siteverify.become(good);
    return `${told}; without a token ${without}; ${served}; then ${await outcome(url, patienceMs, 'token')}`;
  },
});

/** What becomes of sign-ups when nobody can say whether a token is good. */
export const botCheckFaults: Group = group<World>('the bot check', {
  async start() {
    const folder = createTemporaryFolder();
    const siteverify = await standIn.createStandIn(good);
    const server = await startOn(folder.path, {
      TURNSTILE_SITE_KEY: '0x4faults',
      TURNSTILE_SECRET_KEY: '0x4faults-secret-of-the-widget',
      TURNSTILE_VERIFY_URL: siteverify.url,
    });
    await ready(server);
    return { folder, siteverify, server };
  },
  async stop({ folder, siteverify, server }) {
    await server.stop();
    await siteverify.become(null);
    folder.remove();
  },
  faults: [
    fault('refuses connections', null),
    fault('resets the connection', standIn.resetting),
    fault('answers 500 with HTML', standIn.answering(500, 'text/html', '<h1>Error</h1>')),
    fault('hangs', standIn.hanging),
  ],
});
