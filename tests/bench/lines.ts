import { measureFirstLoad } from './first-load.ts';
import type { Load } from './load.ts';
import { measureMemory } from './memory.ts';
import { measurePages } from './pages.ts';
import type { Pairs } from './rounds.ts';
import { measureSignUps } from './sign-ups.ts';
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
    atLeast('GET / br', rates('ours br'), 0.9, 'req/s'),
    atLeast('GET / 304', rates('ours 304', 'raw 304'), 0.9, 'req/s'),
    atLeast('GET /assets/…', rates('ours asset', 'raw asset'), 0.9, 'req/s'),
    atMost('GET / br, p99 at 64 connections', pairs('p99')('ours br'), 1.5, 'ms'),
    beside('GET / identity', rates('ours identity', 'raw identity'), 'req/s'),
    beside('GET /nowhere (404)', rates('ours 404', 'raw 404'), 'req/s'),
    beside('Express res.send, helmet, compression', rates('express send br'), 'req/s'),
    beside('express.static, compression', rates('express static br'), 'req/s'),
  ];
}

/** Sign-ups on the embedded database, and what pages feel of them. */
export async function signUpLines(folder: string, { rounds, seconds }: Effort): Promise<Line[]> {
  const effort = { rounds: Math.min(rounds, 7), seconds: Math.max(seconds, 2) };
  const { perSecond, pageP99 } = await measureSignUps(folder, effort);
  return [
    atLeast('sign-ups, durable, embedded', perSecond, 0.3, '/s'),
    atMost('GET / p99 while 64 clients sign up', pageP99, 3, 'ms'),
  ];
}

/** What the image sets for every process in it. */
const image = { MALLOC_ARENA_MAX: '1' };

const besideOnce = (measure: string, ours: number, other: number): Line =>
  beside(measure, { ours: [ours], yardstick: [other] }, 'MiB');

/** Start to first answer, and memory. */
export async function startLines(folder: string, { rounds, seconds }: Effort): Promise<Line[]> {
  // A start takes a twentieth of a second: as many as it needs to be sure.
  const starts = await measureStartUp(folder, rounds * 5);
  const supabase = { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'bench' };
  const upstream = await measureMemory(folder, { ...supabase, ...image }, seconds);
  const outside = await measureMemory(folder, supabase, seconds);
  const embedded = await measureMemory(folder, {}, seconds);
  return [
    atMost('start to first 200', starts, 1.5, 'ms'),
    within('memory after load, Supabase backend, image', upstream.afterLoad, 90, 'MiB'),
    besideOnce('the same without the image’s settings', outside.afterLoad, upstream.afterLoad),
    besideOnce('memory, embedded: after load beside idle', embedded.afterLoad, embedded.idle),
  ];
}

/** What a browser fetches for `/`, by type, before anybody touches it and for a whole sign-up. */
export async function firstLoadLines(folder: string): Promise<Line[]> {
  const { untouched, script, beforePaint } = await measureFirstLoad(folder);
  return [
    within('first load of / without fonts', untouched.withoutFonts / 1000, 30, 'kB'),
    within('fonts', untouched.fonts / 1000, 60, 'kB'),
    within('script before first paint, slow 4G', beforePaint / 1000, 0, 'kB'),
    within('all script for landing, dialog and sign-up', script / 1000, 105, 'kB'),
  ];
}
