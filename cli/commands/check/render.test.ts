import { expect, test } from 'vitest';
import type { Terminal } from '../../output/terminal.ts';
import { renderCheck } from './render.ts';
import type { CheckReport } from './report.ts';

const report: CheckReport = {
  ok: false,
  backend: 'sqlite',
  dataDir: '/srv/data',
  settings: [
    { name: 'HOST', value: '127.0.0.1', source: 'default' },
    { name: 'PORT', value: 'http', source: 'file', problem: 'is wrong', remedy: 'Mend it.' },
    { name: 'MAIL_URL', value: '', source: 'default' },
  ],
  notes: [{ name: 'A', value: '.env:2', warning: 'does nothing' }],
  visitor: [
    { peer: '203.0.113.9', forwarded: '', counted: '203.0.113.9' },
    { peer: '10.0.0.2', forwarded: '192.0.2.66', counted: '10.0.0.2' },
  ],
  live: [{ name: 'site', value: 'https://a.example' }],
};
const linesOf = (all: boolean, changes: Partial<CheckReport> = {}, width = 80) =>
  renderCheck(all)({ ...report, ...changes }, {
    width,
    paint: (_style, text) => text,
  } as Terminal).split('\n');

test('check shows problems and warnings first, then everything that --live tried, then the counts and the backend', () => {
  expect(linesOf(false)).toEqual([
    '✗ PORT  http  [file]',
    '  is wrong',
    '    → Mend it.',
    '',
    '! A  .env:2',
    '  does nothing',
    '',
    '✓ site  https://a.example',
    '',
    '✗ 1 problem, 1 warning, 3 in order (--all lists them)',
    '  Backend: sqlite in /srv/data',
  ]);
});

test('check --all also shows the settings that are in order, and how requests are counted', () => {
  expect(linesOf(true).slice(7)).toEqual([
    '✓ HOST  127.0.0.1  [default]',
    '✓ MAIL_URL  (unset)  [default]',
    '✓ site  https://a.example',
    '',
    'A request is counted under the address behind the arrow:',
    '  from 203.0.113.9 → 203.0.113.9',
    '  from 10.0.0.2, X-Forwarded-For: 192.0.2.66 → 10.0.0.2',
    '',
    '✗ 1 problem, 1 warning, 3 in order',
    '  Backend: sqlite in /srv/data',
  ]);
});

test('check of settings that are all in order shows the counts and the backend only', () => {
  const settings = report.settings.slice(0, 1);
  const good: Partial<CheckReport> = { ok: true, settings, notes: [], live: [] };
  expect(linesOf(false, { ...good, backend: 'postgres', dataDir: '' })).toEqual([
    '✓ 0 problems, 0 warnings, 1 in order (--all lists them)',
    '  Backend: postgres',
  ]);
});

test('check cuts the value of a setting at 60 characters, and anything at the width of the window', () => {
  const long = 'x'.repeat(100);
  const cut = (length: number) => `${'x'.repeat(length - 1)}…`;
  const settings = [{ name: 'HOST', value: long, source: 'default' as const }];
  const live = [{ name: 'site', value: long }];
  const shown = (width: number) => linesOf(true, { settings, notes: [], live }, width).slice(0, 2);
  expect(shown(200)).toEqual([`✓ HOST  ${cut(60)}  [default]`, `✓ site  ${long}`]);
  expect(shown(40)).toEqual([`✓ HOST  ${cut(21)}  [default]`, `✓ site  ${cut(32)}`]);
});
