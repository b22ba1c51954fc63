import type { Pool } from './pool.ts';
import { explain } from './problems.ts';

/**
 * Makes a sign-up and removes it. So the operator learns of a database that is read-only, or that cannot run the functions,
 * before a prospect does. Rejects with the cause and its remedy.
 */
export async function requireWritable(pool: Pick<Pool, 'query'>): Promise<void> {
  try {
    await pool.query('select public.secure_signup_canary()');
  } catch (error) {
    throw await explain(error, pool);
  }
}

/** Makes what a migration makes, in a transaction that is rolled back. */
const trial = `begin;
  create schema deckwright;
  create function public.deckwright_trial() returns void language plpgsql as 'begin end';
  rollback`;

/** Rejects with the cause and its remedy when the role may not migrate a database without tables of this site. */
export async function requireMayMigrate(pool: Pick<Pool, 'query'>): Promise<void> {
  try {
    await pool.query(trial);
  } catch (error) {
    throw await explain(error, pool);
  }
}
