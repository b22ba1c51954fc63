import type { Pool } from './pool.ts';
import { explain } from './problems.ts';

/**
 * Makes a sign-up and removes it, so that a database that only reads is known before a prospect meets it, and so is one
 * that cannot run the functions. Rejects with the cause and its remedy.
 */
export async function requireWritable(pool: Pick<Pool, 'query'>): Promise<void> {
  try {
    await pool.query('select public.secure_signup_canary()');
  } catch (error) {
    throw await explain(error, pool);
  }
}
