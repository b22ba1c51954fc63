import { basename, join, resolve } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { locations } from '../../shared/build-output.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { programs, startCaddy, startNginx } from '../deploy/proxies.ts';
import { memoryMiB, startNode, startReady } from '../support/built-server.ts';
import { isRelease } from '../support/release.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { attackedAddress, entryLinkSecret } from './attacked-entry.ts';
import { createControlGroup } from './control-group.ts';
import { signUp, visit } from './probe.ts';

const attacker = join(import.meta.dirname, 'attacker.ts');

/** Memory that the server may use at most, in MiB. */
const largest = 256;
/**
 * How long each attack lasts, and by how many milliseconds the slowest 1 % of other visitors’ pages may become slower
 * than before it. The short form demands only that every response comes.
 */
const { seconds, slowerMs } = isRelease
  ? { seconds: Number(process.env.ATTACK_SECONDS ?? 6), slowerMs: 250 }
  : { seconds: 1, slowerMs: Number.POSITIVE_INFINITY };

/**
 * The checkouts that are attacked: this one, and with `ATTACK_AGAINST=DIR` a second one, built, whose figures stand in
 * the table for comparison. Nothing is demanded of the second one.
 */
const against = process.env.ATTACK_AGAINST;
const checkouts = [...(against ? [resolve(against)] : []), fromRoot('.')];

const floods = ['slashes', 'pipelined', 'endless chunks', 'announced bodies', 'silent connections'];
const byOneVisitor = [
  'pipelined sign-ups',
  'sign-ups in a row',
  'sign-ups cut off',
  'entry in a row',
];
const byStreams = ['slow streams', 'streams of sign-ups'];
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

const of = (attacks: string[], front: Case['front'], database: Case['database']): Case[] =>
  attacks.map((attack) => ({ attack, front, database }));

/** The attacks that reach the database are tried on both databases. */
const cases: Case[] = isRelease
  ? [
      ...of([...floods, 'long negotiation', ...byOneVisitor], 'bare', 'SQLite'),
      ...of(byOneVisitor, 'bare', 'PostgreSQL'),
      ...(['nginx', 'Caddy'] as const).flatMap((front) => [
        ...of([...floods, 'long negotiation', ...byOneVisitor, ...byStreams], front, 'SQLite'),
        ...of([...byOneVisitor, ...byStreams], front, 'PostgreSQL'),
      ]),
    ]
  : of([...floods, 'pipelined sign-ups', 'sign-ups in a row'], 'bare', 'SQLite');

/** Lets the server send mails, so that it has links to entries. Nobody takes the mails. */
const withEntries = {
  MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
  MAIL_FROM: 'launch@deckwright.example',
  ENTRY_LINK_SECRET: entryLinkSecret,
  SITE_ORIGIN: 'https://localhost',
};

/** Starts the server of a checkout in a control group, if this user may make one, behind the front. */
async function startSite({ attack, front, database }: Case, checkout: string) {
  const group = createControlGroup(largest);
  const { start } = fronts[front];
  const postgres = database === 'PostgreSQL' && {
    DATABASE_URL: await newDatabase(`flood_${cases.length}_${Date.now()}`),
    IP_HASH_SECRET: 'the-hash-secret-of-an-attack',
  };
  const environment = {
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '20',
    ...(start && { TRUST_PROXY: '1', SITE_ORIGIN: 'https://localhost' }),
    ...(attack === 'entry in a row' && withEntries),
    ...postgres,
  };
  const entry = join(checkout, locations.server, 'index.js');
  const server = await startReady(temporaryFolder(), environment, group?.wrapper, entry);
  const port = Number(new URL(server.url).port);
  const proxy = start ? await start([port, port], {}, checkout) : null;
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

const titled = cases.flatMap((given) => {
  const { attack, front, database } = given;
  const where = front === 'bare' ? '' : `, behind ${front}`;
  const needs = front === 'bare' ? '' : ` (needs ${front.toLowerCase()})`;
  const title = `${attack}${where}, on ${database}${needs}`;
  return checkouts.map((checkout) => {
    const isOurs = checkout === fromRoot('.');
    return { given, checkout, isOurs, title: isOurs ? title : `${title}, in ${checkout}` };
  });
});

test.for(titled)(
  'other visitors and prospects are served during: $title',
  async ({ given, checkout, isOurs }, { annotate, skip }) => {
    if (!fronts[given.front].program) skip();
    const { server, port, isTls } = await startSite(given, checkout);
    await signUp(port, isTls, attackedAddress);
    const quiet = await visit(port, isTls, seconds / 3);
    const parameters = [attacker, given.attack, String(port), String(seconds)];
    const attack = startNode([...parameters, isTls ? 'tls' : 'tcp'], {});
    const met = await visit(port, isTls, seconds);
    const { code, out, err } = await attack.ended;
    const hasEnded = server.child.exitCode !== null || server.child.signalCode !== null;
    const peak = hasEnded ? null : Math.round(memoryMiB(server, 'VmHWM'));
    const row = {
      'pages: p99 ms, quiet': quiet.pages.p99,
      attacked: met.pages.p99,
      failed: `${met.pages.failed} of ${met.pages.times}`,
      'sign-ups: p99 ms, quiet': quiet.signUps.p99,
      'attacked ': met.signUps.p99,
      'failed ': `${met.signUps.failed} of ${met.signUps.times}`,
      'MiB at most': peak ?? 'ended',
      'attacker’s connections': Number(out),
    };
    rows.push({ ...given, ...(against && { checkout: basename(checkout) }), ...row });
    await annotate(JSON.stringify(row));
    if (!isOurs) return;
    expect(code, err).toBe(0);
    expect(Number(out)).toBeGreaterThan(0);
    expect(met.pages.failed).toBe(0);
    expect(met.signUps.failed).toBe(0);
    expect(met.pages.p99).toBeLessThanOrEqual(quiet.pages.p99 + slowerMs);
    expect(hasEnded).toBe(false);
    expect(peak).toBeLessThanOrEqual(largest);
  },
);
