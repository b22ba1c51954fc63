import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { canaryHeader } from '../../shared/signup/contract.ts';
import { byColumn } from '../../shared/signup/fields.ts';
import {
  acceptedSignup,
  arrivalAddress,
  sentSignup,
} from '../../shared/signup/testing/sign-ups.ts';
import { startSiteverify } from '../../shared/signup/testing/siteverify.ts';
import { awayFromTheHour } from '../../shared/testing/hour.ts';
import { sentForm } from '../support/sent-form.ts';
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
  /** The version of the notice that the site shows. */
  let notice: string;

  beforeAll(async () => {
    const siteverify = await startSiteverify(new URL(origin).hostname);
    host = await start({
      SITE_ORIGIN: origin,
      TURNSTILE_SECRET_KEY: '0x4secret',
      TURNSTILE_VERIFY_URL: siteverify.url,
    });
    // The server writes its notice through the function in the background.
    notice = await vi.waitFor(
      async () => {
        const [shown] = await host.query('select version from notices');
        if (!shown) throw new Error('the notice is not written yet');
        return String(shown.version);
      },
      { timeout: 60_000 },
    );
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
      const body = JSON.stringify({ ...good, notice, ...changes });
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

  test('a form without JavaScript is saved without a fill time', async () => {
    const email = 'form@scenario.example';
    const response = await fetch(`${host.url}/api/signup`, {
      method: 'POST',
      headers: {
        'X-Forwarded-For': '203.0.113.200',
        'User-Agent': sentSignup.userAgent,
        // The address of the page has the campaign.
        Referer: `${host.url}/${new URL(arrivalAddress).search}`,
      },
      body: sentForm({ email, notice }),
      redirect: 'manual',
    });
    expect(response.headers.get('location')).toBe('/early-access/joined');
  });

  test('the table holds the rows of the scenarios, and no others', async () => {
    const sent = byColumn({ ...acceptedSignup, notice, formFillTime: sentSignup.formFillTime });
    const rows = await host.query(
      `select ${Object.keys(sent)}, times from signups order by created_at, email`,
    );
    const good = { ...sent, times: 1 };
    const expected = scenarios.flatMap(([name, row]) =>
      row ? [{ ...good, email: `${name}@scenario.example`, ...row }] : [],
    );
    const form = {
      email: 'form@scenario.example',
      source: 'modal',
      bot_check: 'skipped',
      form_fill_time_ms: null,
    };
    expect(rows).toEqual([...expected, { ...good, ...form }]);
  });

  test('a known, a new and an over-limit address get the same status, headers and body, and each is written', async () => {
    const observe = async (email: string) => {
      tokens += 1;
      const response = await fetch(`${host.url}/api/signup`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': `192.0.2.${tokens % 250}`,
        },
        body: JSON.stringify({ ...goodSignup(email, `good-${tokens}`), notice }),
      });
      const body = await response.json();
      const headers = new Map(response.headers);
      for (const name of ['date', 'x-request-id']) headers.delete(name);
      return { status: response.status, headers, body };
    };
    const fresh = await observe('new-1@observed.example');
    const known: unknown[] = [];
    // The limit of an address is five a day.
    for (let sent = 0; sent < 7; sent += 1) known.push(await observe('old-1@observed.example'));
    expect(known).toEqual(Array.from({ length: 7 }, () => fresh));
    const lastSeen = async () => {
      const [row] = await host.query(
        `select last_seen_at from signups where email = 'old-1@observed.example'`,
      );
      return new Date(row?.last_seen_at as string | Date).getTime();
    };
    const before = await lastSeen();
    // The clock of SQLite counts whole milliseconds.
    await setTimeout(2);
    await observe('old-1@observed.example');
    // Without a write, the response would come sooner than that for a new address.
    expect(await lastSeen()).toBeGreaterThan(before);
  });

  test('a canary is answered like a sign-up, without a limit, and leaves no row', async () => {
    const before = await host.query('select count(*) as signups from signups');
    const trial = { [canaryHeader]: 'scenarios-proxy-secret' };
    for (let times = 0; times < 12; times += 1) {
      expect(await signUp(host.url, goodSignup(), trial)).toBe(200);
    }
    expect(await host.query('select count(*) as signups from signups')).toEqual(before);
  });

  test('the networks of one IPv6 site share a limit of sixteen visitors', async () => {
    await awayFromTheHour();
    const visitors = Array.from({ length: 100 }, (_, at) => `2001:db8:1:${at.toString(16)}::1`);
    const statuses: number[] = [];
    const send = (visitor: string) =>
      signUp(host.url, goodSignup(), { 'X-Forwarded-For': visitor });
    while (visitors.length > 0) {
      statuses.push(...(await Promise.all(visitors.splice(0, 10).map(send))));
    }
    const { 200: accepted, 429: refused, ...others } = Object.groupBy(statuses, String);
    expect([accepted?.length, refused?.length, others]).toEqual([80, 20, {}]);
  });

  test('counts are added to the counts of their day', async () => {
    const day = '2026-11-21';
    const opened = { day, name: 'dialog_opened', label: 'nav', count: 2 } as const;
    const read = { day, name: 'page_read', label: '/', count: 1 } as const;
    await host.backend.addCounts([opened]);
    await host.backend.addCounts([opened, read]);
    const rows = await host.query(
      `select name, label, cast(count as integer) as count from daily_counts
       where cast(day as text) = '${day}' order by name`,
    );
    expect(rows).toEqual([
      { name: 'dialog_opened', label: 'nav', count: 4 },
      { name: 'page_read', label: '/', count: 1 },
    ]);
  });
});
