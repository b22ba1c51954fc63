import type { RequestListener } from 'node:http';
import { createStandIn } from '../../shared/testing/stand-in.ts';

/** Starts a stand-in for a Supabase project of one function. @returns the settings with which the server calls it. */
export async function createFakeFunction(listener: RequestListener) {
  const { url } = await createStandIn(listener);
  return {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    SIGNUP_PROXY_SECRET: 'only-for-tests-0000',
  };
}
