import type { ErrorRequestHandler } from 'express';
import { refusal, type SignupErrorCode, signupPath } from '../../shared/signup/contract.ts';
import type { Context } from '../context.ts';
import type { Metrics } from '../metrics.ts';
import { sendRefusal } from '../routes/refusal.ts';
import { sendOutcome } from '../routes/signup.ts';
import { requestId } from './request-id.ts';

/** What body-parser and Express throw, by the status they put on it. */
const codes: Record<number, SignupErrorCode> = {
  400: 'invalid_request',
  413: 'too_large',
  415: 'unsupported_media_type',
};

const statusOf = (error: unknown): number =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 500;

interface ErrorParts extends Pick<Context, 'log'> {
  metrics: Pick<Metrics, 'error'> | null;
}

/** The last one: says what a stranger may know, and logs the rest. */
export const handleErrors =
  ({ log, metrics }: ErrorParts): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const status = statusOf(error);
    const code = codes[status] ?? (status < 500 ? 'invalid_request' : 'internal');
    if (code === 'internal') {
      log.error({ id: requestId(request), err: error }, 'request failed');
      metrics?.error('request');
    }
    if (response.headersSent) return next(error);
    // What was not read of a body that is too large is not worth waiting for.
    if (code === 'too_large') response.setHeader('Connection', 'close');
    if (request.path === signupPath) return sendOutcome(request, response, refusal(code));
    sendRefusal(response, request.path, refusal(code));
  };
