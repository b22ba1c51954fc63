/**
 * Runs before a program, in Node or in Deno. Its calls and its waits may take 20 times longer, because a test on a busy machine
 * asks for the outcome.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const patience = 20;

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(ms * patience);

const wait = timers.setTimeout;
timers.setTimeout = (ms = 0, value, options) => wait(ms * patience, value, options);
syncBuiltinESMExports();
