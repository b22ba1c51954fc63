import type { ErrorRequestHandler } from 'express';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { sendRefusal } from './refusal.ts';

interface ErrorParts {
  log: Pick<Logger, 'error'>;
  metrics: Pick<Metrics, 'error'> | null;
}

/** Errors of Express itself carry the status of a request that cannot be read. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && Number(error.status) < 500;

/** The last one: says what a stranger may know, and logs the rest. */
export const handleErrors =
  ({ log, metrics }: ErrorParts): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const code = isUnreadable(error) ? 'invalid_request' : 'internal';
    if (code === 'internal') {
      log.error({ id: request.id, err: error }, 'request failed');
      metrics?.error('request');
    }
    if (response.headersSent) return next(error);
    sendRefusal(response, code);
  };
