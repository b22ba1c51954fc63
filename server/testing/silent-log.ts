import { pino } from 'pino';

/** A logger that writes no line. */
export const silentLog = pino({ level: 'silent' });
