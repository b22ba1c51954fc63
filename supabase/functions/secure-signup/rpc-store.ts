import { createEntryStore, type EntryStore } from '../../../shared/entry/entry.ts';
import { asParameter, readAnswer, type SignupStore } from '../../../shared/signup/store.ts';

/** Milliseconds that one call may take. The server waits for 5.5 seconds in all, and with an outbox for 4. */
const timeoutMs = 3500;

/** Creates the stores behind PostgREST, with the role of the secret key. They reject on any answer but success. */
export function createRpcStore(
  projectUrl: string,
  secretKey: string,
  queuesEvents: boolean,
): SignupStore & { entries: EntryStore } {
  const headers = {
    'Content-Type': 'application/json',
    apikey: secretKey,
    Authorization: `Bearer ${secretKey}`,
  };
  const call = async (name: string, parameters: Record<string, unknown>): Promise<unknown> => {
    const response = await fetch(`${projectUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(parameters),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return response.status === 204 ? null : response.json();
    // An unread body would hold its connection.
    await response.body?.cancel();
    throw new Error(`The database answered ${response.status}.`);
  };
  return {
    entries: createEntryStore(queuesEvents, (request) => call('secure_signup_entry', { request })),
    addCounts: async (counts) => {
      await call('secure_signup_count', { counts });
    },
    addNotice: async ({ version, text }) => {
      await call('secure_signup_notice', { version, notice: text });
    },
    record: async (attempt, signup) =>
      readAnswer(
        signup?.isCanary
          ? await call('secure_signup_canary', {})
          : await call('secure_signup_save', {
              visitor_hash: attempt?.visitorHash ?? null,
              visitor_limit: attempt?.limitPerHour ?? null,
              signup: signup && asParameter(signup),
            }),
      ),
  };
}
