import type { StoreAnswer } from './ports.ts';

/** What `secure_signup_save` returns. Throws where it is something else: then nothing counts as saved. */
export function readAnswer(answer: unknown): StoreAnswer {
  if (typeof answer !== 'object' || answer === null || !('saved' in answer)) {
    throw new Error('secure_signup_save answered with something else');
  }
  const { saved, retryAfter } = answer as { saved: unknown; retryAfter?: unknown };
  return {
    saved: saved === true,
    visitorRetryAfterSeconds: typeof retryAfter === 'number' ? retryAfter : null,
  };
}
