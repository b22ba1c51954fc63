import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { programs, startCaddy, startNginx } from '../deploy/proxies.ts';
import { memoryMiB, startNode, startReady } from '../support/built-server.ts';
import { isRelease } from '../support/release.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { createControlGroup } from './control-group.ts';
import { visit } from './probe.ts';

const attacker = join(import.meta.dirname, 'attacker.ts');

/** Memory that the server may use at most, in MiB. */
const largest = 256;
/**
 * How long each attack lasts, and by how many milliseconds the slowest 1 % of other visitors’ pages may become slower
 * than before it. The short form demands only that every response comes.
 */
const { seconds, slowerMs } = isRelease
  ? { seconds: Number(process.env.ATTACK_SECONDS ?? 20), slowerMs: 250 }
  : { seconds: 1, slowerMs: Number.POSITIVE_INFINITY };

const floods = ['slashes', 'pipelined', 'endless chunks', 'announced bodies', 'silent connections'];
const byOneVisitor = ['pipelined sign-ups', 'sign-ups in a row', 'long negotiation'];
const fronts = {
  bare: { start: null, program: 'node' },
  nginx: { start: startNginx, program: programs.nginx },
  Caddy: { start: startCaddy, program: programs.caddy },
};

interface Case {
  attack: string;
  front: keyof typeof fronts;
  database: 'SQLite' | 'PostgreSQL';
}

const proxied = ['nginx', 'Caddy'] as const;
const short = [...floods, 'pipelined sign-ups', 'sign-ups in a row'];
const cases: Case[] = (isRelease ? [...floods, ...byOneVisitor] : short).map((attack) => ({
  attack,
  front: 'bare',
  database: 'SQLite',
}));
if (isRelease) {
  for (const front of proxied) {
    for (const attack of [...floods, ...byOneVisitor, 'slow streams']) {
      cases.push({ attack, front, database: 'SQLite' });
    }
  }
  for (const front of ['bare', ...proxied] as const) {
    for (const attack of byOneVisitor) cases.push({ attack, front, database: 'PostgreSQL' });
  }
}

/** Starts the server in a control group, if this user may make one, behind the front. */
async function startSite({ front, database }: Case) {
  const group = createControlGroup(largest);
  const { start } = fronts[front];
  const postgres = database === 'PostgreSQL' && {
    DATABASE_URL: await newDatabase(`flood_${cases.length}_${Date.now()}`),
    IP_HASH_SECRET: 'the-hash-secret-of-an-attack',
  };
  const environment = {
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '20',
    ...(start ? { TRUST_PROXY: '1', SITE_ORIGIN: 'https://localhost' } : {}),
    ...(postgres || {}),
  };
  const server = await startReady(temporaryFolder(), environment, group?.wrapper);
  const port = Number(new URL(server.url).port);
  const proxy = start ? await start([port, port]) : null;
  onTestFinished(async () => {
    await server.stop();
    await group?.remove();
  });
  return { server, port: proxy?.port ?? port, isTls: start !== null };
}

const rows: object[] = [];
afterAll(() => {
  if (isRelease) console.table(rows);
});

const titled = cases.map((given) => {
  const { attack, front, database } = given;
  const where = front === 'bare' ? '' : `, behind ${front}`;
  const needs = front === 'bare' ? '' : ` (needs ${front.toLowerCase()})`;
  return { given, title: `${attack}${where}, on ${database}${needs}` };
});

test.for(titled)(
  'other visitors and prospects are served during: $title',
  async ({ given }, { annotate, skip }) => {
    if (!fronts[given.front].program) skip();
    const { server, port, isTls } = await startSite(given);
    const quiet = await visit(port, isTls, seconds / 4);
    const parameters = [attacker, given.attack, String(port), String(seconds)];
    const attack = startNode([...parameters, isTls ? 'tls' : 'tcp'], {});
    const met = await visit(port, isTls, seconds);
    const { code, err } = await attack.ended;
    const peak = Math.round(memoryMiB(server, 'VmHWM'));
    const row = {
      'pages p99 ms, quiet': quiet.pages.p99,
      'pages p99 ms, attacked': met.pages.p99,
      'pages failed': `${met.pages.failed} of ${met.pages.times}`,
      'sign-ups p99 ms, quiet': quiet.signUps.p99,
      'sign-ups p99 ms, attacked': met.signUps.p99,
      'sign-ups failed': `${met.signUps.failed} of ${met.signUps.times}`,
      'MiB at most': peak,
    };
    rows.push({ ...given, ...row });
    await annotate(JSON.stringify(row));
    expect(code, err).toBe(0);
    expect(met.pages.failed).toBe(0);
    expect(met.signUps.failed).toBe(0);
    expect(met.pages.p99).toBeLessThanOrEqual(quiet.pages.p99 + slowerMs);
    expect(peak).toBeLessThanOrEqual(largest);
    expect(server.child.exitCode).toBeNull();
  },
);
