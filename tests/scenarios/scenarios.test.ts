import { beforeAll, describe, expect, test } from 'vitest';
import { canaryHeader } from '../../shared/signup/contract.ts';
import { startSiteverify } from '../../shared/signup/testing/siteverify.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { type Host, startOnPostgres, startOnSqlite, startOnSupabase } from './hosts.ts';
import { answerTo, type Scenario, type Step, scenarios, waiting } from './scenarios.ts';

let tokens = 0;

/** Sends a step, by the scenario’s own visitor, and answers what came back last. */
async function send(host: Host, scenario: Scenario, step: Step): Promise<Response> {
  const visitor = `198.51.100.${scenarios.indexOf(scenario) + 1}`;
  let response: Response | undefined;
  for (let sent = 0; sent < (step.times ?? 1); sent += 1) {
    tokens += 1;
    const good = goodSignup(`${scenario.name}@scenario.example`, `good-${tokens}`);
    response = await fetch(`${host.url}/api/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': visitor },
      body: JSON.stringify({ ...good, ...step.body }),
    });
  }
  if (!response) throw new Error('nothing was sent');
  return response;
}

const origin = 'https://deckwright.example';

describe.each([
  ['SQLite', startOnSqlite],
  ['PostgreSQL', startOnPostgres],
  ['Supabase', startOnSupabase],
] as const)('on %s', (_name, start) => {
  let host: Host;

  beforeAll(async () => {
    const siteverify = await startSiteverify(new URL(origin).hostname);
    host = await start({
      SITE_ORIGIN: origin,
      TURNSTILE_SECRET_KEY: '0x4secret',
      TURNSTILE_VERIFY_URL: siteverify.url,
    });
  });

  test.each(scenarios)('$name', async (scenario) => {
    await awayFromTheHour();
    for (const step of scenario.steps) {
      const response = await send(host, scenario, step);
      const body: unknown = await response.json();
      expect({ status: response.status, body }).toEqual(answerTo(step.expect));
      const wait = Number(response.headers.get('retry-after'));
      if (waiting.includes(step.expect)) expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(3600);
    }
  });

  test('the rows are those of the scenarios, and no others', async () => {
    const rows = await host.query(
      'select email, source, bot_check, times from signups order by created_at, email',
    );
    expect(rows).toEqual(scenarios.flatMap((scenario) => scenario.rows));
  });

  test('an operator’s trial is answered like a sign-up, as often as it comes, and leaves nothing', async () => {
    const before = await host.query('select count(*) as signups from signups');
    const trial = { [canaryHeader]: 'scenarios-proxy-secret' };
    for (let times = 0; times < 12; times += 1) {
      expect(await signUp(host.url, goodSignup(), trial)).toBe(200);
    }
    expect(await host.query('select count(*) as signups from signups')).toEqual(before);
  });

  test('the networks of one IPv6 site share a limit, sixteen times that of a visitor', async () => {
    await awayFromTheHour();
    const visitors = Array.from({ length: 100 }, (_, at) => `2001:db8:1:${at.toString(16)}::1`);
    const statuses = await Promise.all(
      visitors.map((visitor) => signUp(host.url, goodSignup(), { 'X-Forwarded-For': visitor })),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(80);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('what visitors did is counted by day, as numbers', async () => {
    const opened = { name: 'dialog_opened', label: 'nav', count: 2 } as const;
    await host.backend.addCounts([opened]);
    await host.backend.addCounts([opened, { name: 'page_read', label: '/', count: 1 }]);
    const counts = 'select name, label, cast(count as integer) as count from daily_counts';
    // Those of the scenarios are written now and then: on a slow machine they are there, too.
    const ours = `where name in ('dialog_opened', 'page_read') order by name`;
    expect(await host.query(`${counts} ${ours}`)).toEqual([
      { name: 'dialog_opened', label: 'nav', count: 4 },
      { name: 'page_read', label: '/', count: 1 },
    ]);
  });
});
