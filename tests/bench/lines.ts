import { measureFirstLoad } from './first-load.ts';
import { measureMemory } from './memory.ts';
import { measurePages } from './pages.ts';
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
  const rate = (name: string): number => figures[name]?.requestsPerSecond ?? Number.NaN;
  const p99 = (name: string): number => figures[name]?.p99 ?? Number.NaN;
  const raw = rate('raw br');
  return [
    atLeast('GET / br, request log on', rate('ours br, log on'), raw, 0.7, 'req/s'),
    atLeast('GET / br', rate('ours br'), raw, 0.9, 'req/s'),
    atLeast('GET / 304', rate('ours 304'), rate('raw 304'), 0.9, 'req/s'),
    atLeast('GET /assets/…', rate('ours asset'), rate('raw asset'), 0.9, 'req/s'),
    atMost('GET / br, p99 at 64 connections', p99('ours br'), p99('raw br'), 1.5, 'ms'),
    beside('GET / identity', rate('ours identity'), rate('raw identity'), 'req/s'),
    beside('GET /nowhere (404)', rate('ours 404'), rate('raw 404'), 'req/s'),
    beside('Express res.send, helmet, compression', rate('express send br'), raw, 'req/s'),
    beside('express.static, compression', rate('express static br'), raw, 'req/s'),
  ];
}

/** Sign-ups on the embedded database, and what pages feel of them. */
export async function signUpLines(folder: string, { rounds, seconds }: Effort): Promise<Line[]> {
  const effort = { rounds: Math.min(rounds, 5), seconds: Math.max(seconds, 2) };
  const figures = await measureSignUps(folder, effort);
  return [
    atLeast(
      'sign-ups, durable, embedded',
      figures.acknowledgedPerSecond,
      figures.bareInsertsPerSecond,
      0.3,
      '/s',
    ),
    atMost('GET / p99 while 64 clients sign up', figures.pageBeside, figures.pageAlone, 3, 'ms'),
  ];
}

/** What the image sets for every process in it. */
const image = { MALLOC_ARENA_MAX: '1' };

/** Start to first answer, and memory. */
export async function startLines(folder: string, { rounds, seconds }: Effort): Promise<Line[]> {
  const begun = await measureStartUp(folder, rounds);
  const supabase = { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'bench' };
  const upstream = await measureMemory(folder, { ...supabase, ...image }, seconds);
  const outside = await measureMemory(folder, supabase, seconds);
  const embedded = await measureMemory(folder, {}, seconds);
  return [
    atMost('start to first 200', begun.ours, begun.bare, 1.5, 'ms'),
    within('memory after load, Supabase backend, image', upstream.afterLoad, 90, 'MiB'),
    beside('the same without the image’s settings', outside.afterLoad, upstream.afterLoad, 'MiB'),
    beside('memory, embedded: after load beside idle', embedded.afterLoad, embedded.idle, 'MiB'),
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
