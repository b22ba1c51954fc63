import type { Logger } from '../log.ts';

const nothing = () => {};

/** A log that nobody reads. */
export const silentLog: Logger = {
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
};
