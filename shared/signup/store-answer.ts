import * as z from 'zod/mini';
import type { StoreAnswer } from './store.ts';

/** What `secure_signup_save` returns: seconds to wait, when the visitor is over the limit. */
const answerSchema = z.object({ saved: z.boolean(), retryAfter: z.nullable(z.number()) });

/** Reads the database’s answer. Throws where it is something else: then nothing counts as saved. */
export function readAnswer(answer: unknown): StoreAnswer {
  const { success, data, error } = answerSchema.safeParse(answer);
  if (!success)
    throw new Error('secure_signup_save answered with something else', { cause: error });
  return { saved: data.saved, visitorRetryAfterSeconds: data.retryAfter };
}
