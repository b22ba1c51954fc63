import { beforeAll, describe, expect, test } from 'vitest';
import { canaryHeader } from '../../shared/signup/contract.ts';
import { startSiteverify } from '../../shared/signup/testing/siteverify.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';
import { type Host, startOnPostgres, startOnSqlite, startOnSupabase } from './hosts.ts';
import { answerTo, scenarios } from './scenarios.ts';

let tokens = 0;
let visitors = 0;

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

  test.each(scenarios)('%s', async (name, _row, ...steps) => {
    await awayFromTheHour();
    visitors += 1;
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `198.51.100.${visitors}`,
    };
    const send = (changes: object = {}) => {
      tokens += 1;
      const good = goodSignup(`${name}@scenario.example`, `good-${tokens}`);
      const body = JSON.stringify({ ...good, ...changes });
      return fetch(`${host.url}/api/signup`, { method: 'POST', headers, body });
    };
    for (const [expected, changes, times = 1] of steps) {
      for (let sent = 0; sent < times; sent += 1) {
        const response = await send(changes);
        expect([response.status, await response.json()]).toEqual(answerTo(expected));
        const wait = Number(response.headers.get('retry-after'));
        expect(wait > 0).toBe([429, 503].includes(response.status));
        expect(wait).toBeLessThanOrEqual(3600);
      }
    }
  });

  test('the rows are those of the scenarios, and no others', async () => {
    const rows = await host.query(
      'select email, source, bot_check, times from signups order by created_at, email',
    );
    const good = { source: 'hero', bot_check: 'passed', times: 1 };
    const expected = scenarios.flatMap(([name, row]) =>
      row ? [{ email: `${name}@scenario.example`, ...good, ...row }] : [],
    );
    expect(rows).toEqual(expected);
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
