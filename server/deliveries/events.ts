import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { DeliveryQueue, TakenEvent } from '../stores/delivery-queue.ts';
import { type Delivery, day, hour } from './delivery.ts';
import type { Carrier } from './worker.ts';

/** Milliseconds for one try, from the connection to the end of the answer. */
const timeoutMs = 7_000;
/** Bytes of an answer that are read. */
const largestAnswer = 100_000;

export interface Receiver {
  /** `SIGNUP_EVENT_URL`. */
  url: string;
  /** `SIGNUP_EVENT_SECRET`. */
  secret: string;
  /** Whether events name the address: `SIGNUP_EVENT_ADDRESS`. */
  hasAddress: boolean;
}

/**
 * Returns the id of an event, which stays the same when the event is sent again, and when a move or a restore gives its
 * row another number.
 */
export function idOf({ kind, addressHash, createdAt }: Omit<TakenEvent, 'id' | 'tries'>): string {
  const text = [kind, addressHash, createdAt.toISOString()].join(' ');
  return `evt_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/** Returns the body of an event. The hash of the address names the person. */
const bodyOf = ({ kind, addressHash, createdAt, email }: TakenEvent, hasAddress: boolean): string =>
  JSON.stringify({
    type: kind,
    timestamp: createdAt.toISOString(),
    data: { person: addressHash, ...(hasAddress && email !== null && { email }) },
  });

/**
 * Reads an answer up to {@link largestAnswer} bytes, so that the connection can be used again. Never rejects, because the
 * status alone counts.
 */
async function discard({ body }: Response): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > largestAnswer) return;
    }
  } catch {
    // The body is broken, or its end did not come in time.
  }
}

/** Posts an event in the form of the Standard Webhooks specification. Never rejects. */
async function post(event: TakenEvent, { url, secret, hasAddress }: Receiver): Promise<Delivery> {
  const id = idOf(event);
  const now = new Date();
  const body = bodyOf(event, hasAddress);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, now, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await discard(response);
    return response.ok ? { end: 'sent' } : { end: 'failed', reason: `POST: ${response.status}` };
  } catch (error) {
    const { name, cause } = Object(error);
    const { code, message } = Object(cause);
    return { end: 'failed', reason: `POST: ${code ?? message ?? name}` };
  }
}

/** Carries events to another system. */
export const createEventCarrier = (
  queue: Pick<DeliveryQueue, 'takeEvent'>,
  receiver: Receiver,
): Carrier<TakenEvent> => ({
  lane: 'events',
  take: queue.takeEvent,
  async deliver(event) {
    const isErased = event.email === null && event.kind !== 'signup.removed';
    return isErased ? { end: 'dropped' } : post(event, receiver);
  },
  // 5 s, doubled after each try, at most 6 hours.
  waitAfter: (tries) => Math.min(6 * hour, 5 * 2 ** (tries - 1)),
  lifetime: 2 * day,
});
