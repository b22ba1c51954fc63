/**
 * Runs before a program, in Node or in Deno. Multiplies the time limits of the program’s calls, and its waits, by
 * {@link patience}.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { patience } from './patience.ts';

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(ms * patience);

const wait = timers.setTimeout;
timers.setTimeout = (ms = 0, value, options) => wait(ms * patience, value, options);
syncBuiltinESMExports();
