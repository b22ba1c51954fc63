import { hash } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { EntryOutcome } from '../../shared/entry/entry.ts';
import { entryPath } from '../../shared/paths.ts';
import { refusal, refuse, type Step } from '../../shared/signup/outcomes.ts';
import { visitorNetworks, visitorsPerSite } from '../../shared/signup/visitor-hash.ts';
import type { Backend, Submit } from '../signup/backend.ts';
import type { ClientIp } from './client-ip.ts';
import { sendRefusal } from './refusal.ts';

/**
 * The limits of this process. A visitor is an IPv4 address, or the /64 of an IPv6 address. The /48 around an IPv6
 * visitor has the limits of 16 visitors.
 *
 * | limit                               | reason                                      | answer                          |
 * | ----------------------------------- | ------------------------------------------- | ------------------------------- |
 * | requests of a visitor under way     | one visitor could fill the database’s queue | 429, `Retry-After: 1`           |
 * | sign-ups of a visitor in an hour, counted in the database | bots                  | 429 until the hour ends         |
 * | confirmations by a link in an hour  | one link could keep the database busy       | 429; the link still shows the entry |
 * | dialogs of a visitor in an hour     | one visitor could falsify the numbers       | 204, and the dialog is not counted |
 * | requests that wait on one connection | one client could fill the memory           | the connection closes           |
 *
 * The server waits two seconds before it sends a 429 from memory. Caddy does not limit requests. Without the wait, a visitor
 * who asks again after each 429 keeps Caddy busy, and the pages of others take up to 2 s longer (measured). At most 2,000
 * responses wait, because each holds a connection. The server sends the others at once.
 */
export const limits = {
  requestsUnderWay: 50,
  confirmationsPerLink: 60,
  dialogsPerVisitor: 20,
  waitingOnConnection: 16,
  waitingRefusals: 2_000,
};

/** Milliseconds that a 429 waits. */
const refusedAfterMs = 2_000;

const hourMs = 3_600_000;

/**
 * The memory of a limit: at most 10,000 networks or links, each for an hour. When the memory is full, a new network or link
 * replaces the network or link that was used least recently. The hour follows the monotonic clock, because the clock of the
 * machine may be set.
 */
const memory = {
  max: 10_000,
  ttl: hourMs,
  ttlResolution: 0,
  perf: { now: () => performance.now() },
};

let waitingRefusals = 0;

/** Waits before a 429. If too many wait already, it waits only until the server has read a small body. */
async function waitToRefuse(): Promise<void> {
  if (waitingRefusals >= limits.waitingRefusals) return setImmediate();
  waitingRefusals += 1;
  await setTimeout(refusedAfterMs);
  waitingRefusals -= 1;
}

/** Returns the networks that a visitor is counted under, each with its limit. */
const limitsOf = (visitor: string | null, most: number): [network: string, limit: number][] =>
  visitorNetworks(visitor ?? 'unknown').map((network, index) => [
    network,
    index === 0 ? most : most * visitorsPerSite,
  ]);

/** Counts events by a key. The hour of a key begins with its first event. */
function createHourlyCounts() {
  const counts = new LRUCache<string, number>(memory);
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add(key: string): void {
      counts.set(key, (counts.get(key) ?? 0) + 1, { noUpdateTTL: true });
    },
    secondsLeft: (key: string): number => Math.ceil(counts.getRemainingTTL(key) / 1_000),
  };
}

/** Returns whether the server answers a request without a body and without the database. */
const isAnsweredAtOnce = ({ method, path }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && path !== entryPath;

/** Answers 429 to a visitor who has too many requests under way that wait for a body or for the database. */
export function limitRequestsUnderWay({ clientIp }: { clientIp: ClientIp }): RequestHandler {
  const underWay = new Map<string, number>();
  const add = (network: string, change: number): void => {
    const left = (underWay.get(network) ?? 0) + change;
    if (left > 0) underWay.set(network, left);
    else underWay.delete(network);
  };
  return (request, response, next) => {
    if (isAnsweredAtOnce(request)) return next();
    const networks = limitsOf(clientIp.of(request), limits.requestsUnderWay);
    if (networks.some(([network, limit]) => (underWay.get(network) ?? 0) >= limit)) {
      // Reads a small body before the response, so that a proxy can keep its connection.
      request.resume();
      void waitToRefuse().then(() => sendRefusal(response, refusal('rate_limited', 1)));
      return;
    }
    for (const [network] of networks) add(network, 1);
    response.once('close', () => {
      for (const [network] of networks) add(network, -1);
    });
    next();
  };
}

/**
 * Refuses a visitor from memory whom the backend has refused in this hour. The backend counts the sign-ups of all replicas
 * together.
 */
export function rememberRefusals(submit: Submit): Submit {
  const refused = new LRUCache<string, true>(memory);
  return async (signup, sender) => {
    if (sender.isCanary) return submit(signup, sender);
    const [visitor] = visitorNetworks(sender.visitor ?? 'unknown');
    // A visitor without a token has a lower limit, and may still sign up with a token.
    const hasToken = typeof signup.turnstileToken === 'string';
    const key = hasToken ? visitor : `${visitor} without a token`;
    const msLeft = refused.getRemainingTTL(key);
    if (msLeft > 0) {
      await waitToRefuse();
      return refusal('rate_limited', Math.ceil(msLeft / 1_000));
    }
    const outcome = await submit(signup, sender);
    if (!outcome.ok && outcome.code === 'rate_limited' && outcome.retryAfterSeconds) {
      refused.set(key, true, { ttl: Math.min(outcome.retryAfterSeconds * 1_000, hourMs) });
    }
    return outcome;
  };
}

/** A request to change an entry, before the server has checked it. */
interface Change {
  token: string;
  action: unknown;
}

/**
 * Limits the confirmations by one link. Counts only tokens that the backend knows, because anybody can make up tokens. The
 * limit counts by link and not by visitor, because a mail provider unsubscribes many people from one address (RFC 8058).
 */
export function limitConfirmations(entry: NonNullable<Backend['entry']>) {
  const confirmations = createHourlyCounts();
  return {
    show: (token: string, requestId: string): Promise<EntryOutcome> =>
      entry({ token, action: 'show' }, requestId),
    async change(change: Change, requestId: string): Promise<Step<{ outcome: EntryOutcome }>> {
      const link = hash('sha256', change.token);
      if (confirmations.of(link) >= limits.confirmationsPerLink) {
        await waitToRefuse();
        return refuse('rate_limited', confirmations.secondsLeft(link));
      }
      const outcome = await entry(change, requestId);
      if (outcome.end === 'confirmed') confirmations.add(link);
      return { outcome };
    },
  };
}

/** Returns a function that counts a dialog of a visitor. It returns false and counts nothing past the limit. */
export function limitDialogs(): (visitor: string | null) => boolean {
  const dialogs = createHourlyCounts();
  return (visitor) => {
    const networks = limitsOf(visitor, limits.dialogsPerVisitor);
    if (networks.some(([network, limit]) => dialogs.of(network) >= limit)) return false;
    for (const [network] of networks) dialogs.add(network);
    return true;
  };
}
