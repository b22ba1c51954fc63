import type { Response } from 'express';
import { type SignupOutcome, signupErrors } from '../../shared/signup/contract.ts';

type Refusal = Extract<SignupOutcome, { ok: false }>;

/** A refusal as JSON under `/api/`, as plain text elsewhere; never kept by a cache. */
export function sendRefusal(response: Response, path: string, { code, message }: Refusal): void {
  response.status(signupErrors[code].status).setHeader('Cache-Control', 'no-store');
  if (path.startsWith('/api/')) response.json({ error: { code, message } });
  else response.type('text/plain').send(`${message}\n`);
}
