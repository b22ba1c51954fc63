import { Agent, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { createStandIn } from '../../shared/testing/stand-in.ts';
import { startProgram } from '../../shared/testing/start-process.ts';
import { ask } from '../support/ask.ts';
import { type Running, ready, start } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { adminUrl, query } from '../support/postgres.ts';
import {
  programs,
  type RunningProxy,
  startApache,
  startCaddy,
  startHaproxy,
  startNginx,
} from '../support/proxies.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup } from '../support/sign-up.ts';

const rounds = 5;
/** More rounds, because the fault that this test guards against failed requests in every second round only. */
const passwordRounds = 10;
const visitors = 16;
/** Between two requests of one visitor: below the request rate that nginx allows. */
const paceMs = 40;

let databaseUrl: string;
const ports = new Map<string, number>();
const replicas = new Map<string, Running>();
const started: Running[] = [];
/** Returns the lines in the replicas’ logs about faults and about sign-ups that were not stored. */
const complaints = (): string[] =>
  started.flatMap(({ said }) => said.out.match(/.*("level":[456]0|signup","status":5).*/g) ?? []);

const startReplica = async (name: string): Promise<Running> => {
  const running = await start({
    PORT: String(ports.get(name)),
    LOG_LEVEL: 'info',
    SITE_ORIGIN: 'https://localhost',
    DATABASE_URL: databaseUrl,
    IP_HASH_SECRET: 'rolling-hash-secret',
    TRUST_PROXY: '1',
    SHUTDOWN_DELAY_MS: '5000',
  });
  replicas.set(name, running);
  started.push(running);
  return running;
};

/** Does the work of `docker compose up` or `systemctl restart`: stops a replica in order, then starts it again. */
let supervisor: Awaited<ReturnType<typeof createStandIn>>;

/** Starts the database, both replicas and the supervisor. */
async function startSite(): Promise<void> {
  databaseUrl = await newDatabase('rolling');
  for (const name of ['site-1', 'site-2']) {
    ports.set(name, await freePort());
    await ready(await startReplica(name));
  }
  supervisor = await createStandIn(async (request, response) => {
    const name = await text(request);
    await replicas.get(name)?.stop();
    void startReplica(name);
    response.end();
  });
}

async function rollingRestart(proxy: RunningProxy): Promise<void> {
  const names = [...ports].map(([name, at]) => `${name}=http://127.0.0.1:${at}`);
  const { code, err } = await startProgram([fromRoot('deploy/rolling-restart'), ...names], {
    ...process.env,
    RESTART: `curl --silent --fail ${supervisor.url} --data`,
    NUDGE: proxy.nudge,
    PAUSE: '11',
  }).ended;
  expect(code, err).toBe(0);
}

/**
 * Restarts the replicas again and again while visitors read pages and sign up. No request may fail.
 * @param restarts the number of rolling restarts.
 * @param between runs before each rolling restart.
 * @param mayFail names outcomes that do not count as failures.
 */
async function restartUnderVisits(
  proxy: RunningProxy,
  restarts = rounds,
  between: (round: number) => Promise<void> = async () => {},
  mayFail = /^$/,
): Promise<void> {
  const saved: string[] = [];
  const failed: string[] = [];
  let isOver = false;

  /** Reads a page and signs up as one visitor, again and again. */
  async function visit(number: number): Promise<void> {
    // An address of its own: all of 127.0.0.0/8 is this machine.
    const localAddress = `127.0.1.${number}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const isServed = async (options: RequestOptions, body?: string): Promise<boolean> => {
      const asked = ask(proxy.port, { localAddress, agent, ...options }, body);
      const outcome = await asked.catch((error: Error) => error.message);
      const said = `${options.path} ${outcome}`;
      if (outcome !== 200 && !mayFail.test(said)) failed.push(said);
      await wait(paceMs);
      return outcome === 200;
    };
    const headers = { 'Content-Type': 'application/json' };
    const post = { path: '/api/signup', method: 'POST', headers };
    for (let index = 0; !isOver; index += 1) {
      await isServed({ path: '/' });
      const email = `visitor-${number}-${index}-${proxy.port}@scenario.example`;
      if (await isServed(post, JSON.stringify(goodSignup(email)))) saved.push(email);
    }
    agent.destroy();
  }

  const visits = Array.from({ length: visitors }, (_, number) => visit(number + 1));
  for (let round = 0; round < restarts; round += 1) {
    await between(round);
    await rollingRestart(proxy);
  }
  isOver = true;
  await Promise.all(visits);
  console.log(`${saved.length} sign-ups and as many pages, ${failed.length} failed`);
  expect(failed, complaints().join('\n')).toEqual([]);
  const all = 'select email, times from deckwright.signups where email like';
  const written = await query(databaseUrl, `${all} '%-${proxy.port}@%'`);
  expect(written.filter((row) => row.times !== 1)).toEqual([]);
  expect(written.map((row) => row.email).sort()).toEqual(saved.sort());
}

const title = 'two replicas are restarted one after the other, and no request fails';

const anyProxy = programs.nginx || programs.caddy || programs.haproxy || programs.apache;

// Vitest skips the hook with the tests, so that without a proxy nothing is started.
describe.runIf(anyProxy)('with two replicas', () => {
  beforeAll(startSite);

  test.runIf(programs.nginx)(`${title} (needs nginx)`, async () => {
    await restartUnderVisits(await startNginx([...ports.values()]));
  });

  test.runIf(programs.nginx)(
    'the password of the database changes before each rolling restart, and no page fails (needs nginx)',
    async () => {
      const changePassword = async (round: number): Promise<void> => {
        const [url, password] = [new URL(databaseUrl), `password-${round}`];
        const admin = adminUrl(inject('postgresPort'));
        await query(admin, `alter role ${url.username} password '${password}'`);
        databaseUrl = Object.assign(url, { password }).href;
      };
      const proxy = await startNginx([...ports.values()]);
      // A replica that has the old password cannot open a connection.
      await restartUnderVisits(proxy, passwordRounds, changePassword, /^\/api\/signup 503$/);
    },
  );

  test.runIf(programs.caddy)(`${title} (needs caddy)`, async () => {
    await restartUnderVisits(await startCaddy([...ports.values()]));
  });

  test.runIf(programs.haproxy)(`${title} (needs haproxy)`, async () => {
    await restartUnderVisits(await startHaproxy([...ports.values()]));
  });

  test.runIf(programs.apache)(`${title} (needs apache2)`, async () => {
    await restartUnderVisits(await startApache([...ports.values()]));
  });
});
