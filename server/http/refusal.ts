import type { ErrorRequestHandler, Response } from 'express';
import {
  type Refusal,
  refusal,
  type SignupErrorCode,
  signupErrors,
} from '../../shared/signup/outcomes.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';

/** Sends a refusal as JSON to a script and under `/api/`, and as plain text elsewhere. No cache may store it. */
export function sendRefusal(response: Response, given: SignupErrorCode | Refusal): void {
  const { code, message, retryAfterSeconds } = typeof given === 'string' ? refusal(given) : given;
  const { status } = signupErrors[code];
  response.status(status).setHeader('Cache-Control', 'no-store');
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
  else if (status === 429 || status === 503) response.setHeader('Retry-After', 30);
  const isForScript = response.req.path.startsWith('/api/') || response.req.is('json');
  if (isForScript) response.json({ error: { code, message } });
  else response.type('text/plain').send(`${message}\n`);
}

/** Returns whether Express could not read the request. Such errors carry a status below 500. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && Number(error.status) < 500;

/** Creates the last handler. It answers with what a stranger may know of an error, and logs the rest. */
export const handleErrors =
  ({ log, metrics }: { log: Logger; metrics: Metrics | null }): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const code = isUnreadable(error) ? 'invalid_request' : 'internal';
    if (code === 'internal') {
      log.error({ id: request.id, err: error }, 'request failed');
      metrics?.error('request');
    }
    if (response.headersSent) return next(error);
    sendRefusal(response, code);
  };
