import { expect, test } from 'vitest';
import { columnNames } from '../signup/fields.ts';
import type { Entry } from './entry.ts';
import { factsOf } from './facts.ts';

const withoutValues = Object.fromEntries(columnNames.map((name) => [name, null])) as Entry['row'];

const entry: Entry = {
  row: {
    ...withoutValues,
    email: 'ada@xn--mller-kva.de',
    source: 'cta',
    bot_check: 'skipped',
    form_fill_time_ms: 12_345.6,
    user_agent: 'Firefox/130',
    created_at: '2026-11-23T10:00:00.000Z',
    last_seen_at: '2026-11-24T10:00:00.000Z',
    times: 2,
    campaign: 'newsletter/launch',
    notice: '0123456789ab',
    confirmed_at: null,
    wave: null,
    invited_at: null,
    seen_on: '2026-11-24',
    times_that_day: 1,
  },
  noticeText: 'We keep your address.',
};
const display = (address: string) => address.replace('xn--mller-kva', 'müller');
const valuesOf = (given: Entry, keeping = {}) =>
  Object.fromEntries(factsOf(given, keeping, display).map(({ name, value }) => [name, value]));

test('the facts of an entry are every stored column in plain words, the notice and the end', () => {
  expect(factsOf(entry, {}, display)).toHaveLength(columnNames.length + 2);
  expect(valuesOf(entry)).toMatchObject({
    email: 'ada@müller.de',
    source: 'at the end of our home page',
    botCheck: 'not made',
    formFillTime: '12.3 seconds',
    userAgent: 'Firefox/130',
    createdAt: '23 November 2026',
    lastSeenAt: '24 November 2026',
    times: '2',
    campaign: 'newsletter/launch',
    notice: '0123456789ab',
    confirmedAt: 'Not yet',
    wave: 'None yet',
    invitedAt: 'Not yet',
    seenOn: '24 November 2026',
    timesThatDay: '1',
    noticeText: 'We keep your address.',
    keptUntil: 'Until you remove it',
  });
});

test('an entry from a browser without JavaScript names the facts that are not recorded', () => {
  const row = {
    ...entry.row,
    form_fill_time_ms: null,
    user_agent: '',
    campaign: null,
    notice: null,
  };
  expect(valuesOf({ row, noticeText: null })).toMatchObject({
    formFillTime: 'Not recorded',
    userAgent: 'Not recorded',
    campaign: 'Not recorded',
    noticeText: 'Not recorded',
  });
});

test('an unconfirmed entry ends the days of the setting after its newest mail, and a confirmed one on the day of the setting', () => {
  const keeping = { SIGNUP_UNCONFIRMED_DAYS: 30, SIGNUP_KEEP_UNTIL: '2027-12-31' };
  expect(valuesOf(entry, keeping).keptUntil).toBe(
    '30 days after our newest mail to you, unless you confirm it',
  );
  const row = { ...entry.row, confirmed_at: '2026-11-25T10:00:00.000Z' };
  expect(valuesOf({ ...entry, row }, keeping)).toMatchObject({
    confirmedAt: '25 November 2026',
    keptUntil: '31 December 2027, or until you remove it',
  });
});
