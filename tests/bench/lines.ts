import { serverEntry } from './built.ts';
import { measureFirstLoad } from './first-load.ts';
import type { Load } from './load.ts';
import { measurePages } from './pages.ts';
import type { Pairs } from './rounds.ts';
import { measureSignUps, type SignUpFigures } from './sign-ups.ts';
import { measureStartUp } from './start-up.ts';
import { atLeast, atMost, beside, type Line, within } from './targets.ts';

interface Effort {
  rounds: number;
  seconds: number;
}

/** GET over HTTP: ours, raw `node:http` with the same bytes, and two usual Express servers. */
export async function pageLines(folder: string, effort: Effort): Promise<Line[]> {
  const figures = await measurePages(folder, effort);
  const pairs =
    (figure: keyof Load) =>
    (ours: string, yardstick = 'raw br'): Pairs => ({
      ours: (figures[ours] ?? []).map((load) => load[figure]),
      yardstick: (figures[yardstick] ?? []).map((load) => load[figure]),
    });
  const rates = pairs('requestsPerSecond');
  return [
    atLeast('GET / br, request log on', rates('ours br, log on'), 0.7, 'req/s'),
    atLeast('GET / br', rates('ours br'), 0.85, 'req/s'),
    atLeast('GET / 304', rates('ours 304', 'raw 304'), 0.85, 'req/s'),
    atLeast('GET /assets/…', rates('ours asset', 'raw asset'), 0.9, 'req/s'),
    atMost('GET / br, p99 at 64 connections', pairs('p99')('ours br'), 1.3, 'ms'),
    beside('GET / identity', rates('ours identity', 'raw identity'), 'req/s'),
    beside('GET /nowhere (404)', rates('ours 404', 'raw 404'), 'req/s'),
    beside('Express res.send, helmet, compression', rates('express send br'), 'req/s'),
    beside('express.static, compression', rates('express static br'), 'req/s'),
  ];
}

/**
 * Sign-ups on SQLite, and what pages feel of them.
 * @param against the server of another build, to be held beside ours; without one the yardstick is bare inserts.
 */
export async function signUpLines(
  folder: string,
  { rounds, seconds }: Effort,
  against: string | undefined,
): Promise<Line[]> {
  const effort = { rounds: Math.min(rounds, 7), seconds: Math.max(seconds, 2) };
  const builds = { ours: serverEntry, ...(against ? { other: against } : {}) };
  const { figures, inserts } = await measureSignUps(folder, builds, effort);
  const of = (name: string, figure: keyof SignUpFigures): number[] =>
    (figures[name] ?? []).map((round) => round[figure]);
  const largest = (figure: keyof SignUpFigures): number => Math.max(...of('ours', figure));
  const lines = [
    atLeast(
      'sign-ups, durable, beside bare inserts',
      { ours: of('ours', 'perSecond'), yardstick: inserts },
      0.5,
      '/s',
    ),
    beside(
      'GET / p90 while 64 clients sign up',
      { ours: of('ours', 'pageP90'), yardstick: of('ours', 'pageAloneP90') },
      'ms',
    ),
    within('memory at rest', largest('idleMiB'), 130, 'MiB'),
    within('memory after sign-ups', largest('loadedMiB'), 130, 'MiB'),
  ];
  if (!against) return lines;
  const pairs = (figure: keyof SignUpFigures): Pairs => ({
    ours: of('ours', figure),
    yardstick: of('other', figure),
  });
  return [
    ...lines,
    atLeast('sign-ups, durable, beside the other build', pairs('perSecond'), 3, '/s'),
    atMost(
      'GET / p90 while 64 clients sign up, beside the other build',
      pairs('pageP90'),
      0.5,
      'ms',
    ),
    atMost('first start to ready, beside the other build', pairs('readyMs'), 0.3, 'ms'),
    beside('memory at rest, beside the other build', pairs('idleMiB'), 'MiB'),
    beside('memory after sign-ups, beside the other build', pairs('loadedMiB'), 'MiB'),
  ];
}

/** Start to first answer. */
export async function startLines(folder: string, { rounds }: Effort): Promise<Line[]> {
  const starts = await measureStartUp(folder, rounds * 2);
  return [beside('start to first 200', starts, 'ms')];
}

/** What a browser fetches for `/`, by type, before anybody touches it and for a whole sign-up. */
export async function firstLoadLines(folder: string): Promise<Line[]> {
  const { untouched, script, beforePaint } = await measureFirstLoad(folder);
  return [
    within('first load of / without fonts', untouched.withoutFonts / 1000, 30, 'kB'),
    within('fonts', untouched.fonts / 1000, 60, 'kB'),
    within('script before first paint, slow 4G', beforePaint / 1000, 0, 'kB'),
    within('all script for landing, dialog and sign-up', script / 1000, 115, 'kB'),
  ];
}
