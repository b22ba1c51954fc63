import type { SignupStore } from './ports.ts';
import { readAnswer } from './store-answer.ts';

/** Milliseconds that one call may take; the proxy waits for 8 seconds in all. */
const timeoutMs = 5000;

/** The database behind PostgREST, asked as the role of the secret key. Rejects on any answer but success. */
export function createRpcStore(projectUrl: string, secretKey: string): SignupStore {
  const address = `${projectUrl}/rest/v1/rpc/secure_signup_save`;
  const headers = {
    'Content-Type': 'application/json',
    apikey: secretKey,
    Authorization: `Bearer ${secretKey}`,
  };
  return {
    async record(attempt, signup) {
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          visitor_hash: attempt?.visitorHash ?? null,
          visitor_limit: attempt?.limitPerHour ?? null,
          signup,
        }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) {
        // Unread, it would hold its connection.
        await response.body?.cancel();
        throw new Error(`The database answered ${response.status}.`);
      }
      return readAnswer(await response.json());
    },
  };
}
