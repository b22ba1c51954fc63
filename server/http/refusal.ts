import type { Response } from 'express';
import { refusal, type SignupErrorCode, signupErrors } from '../../shared/signup/contract.ts';

/** A refusal as JSON under `/api/`, as plain text elsewhere; never kept by a cache. */
export function sendRefusal(response: Response, code: SignupErrorCode): void {
  const { message } = refusal(code);
  response.status(signupErrors[code].status).setHeader('Cache-Control', 'no-store');
  if (response.req.path.startsWith('/api/')) response.json({ error: { code, message } });
  else response.type('text/plain').send(`${message}\n`);
}
