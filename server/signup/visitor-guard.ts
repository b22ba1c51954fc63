import { setTimeout } from 'node:timers/promises';
import type { SignupInput } from '../../shared/signup/fields.ts';
import { type Refusal, refusal } from '../../shared/signup/outcomes.ts';
import { visitorNetworks, visitorsPerSite } from '../../shared/signup/visitor.ts';
import { holdBackMs } from '../http/refusal.ts';
import { createVisitorCounts } from '../http/visitor-counts.ts';
import type { Sender, Submit } from './backend.ts';
import { createTurns } from './turns.ts';

/** Sign-ups of one visitor that are with the backend or wait for their turn. */
const mostHeld = 20;
/** Seconds after which a visitor with too many sign-ups may try again. */
const busySeconds = 1;
/** Networks over the limit that are remembered. The oldest one is forgotten for the next: the database refuses it. */
const mostRemembered = 10_000;
const hourMs = 3_600_000;

/**
 * Remembers until the hour ends which networks are over the limit by visitor. A /48 is over its limit, which is that of
 * 16 visitors, once 16 visitors in it are.
 * @param now in milliseconds.
 */
function createRefusals(now: () => number) {
  /** Network → when it may try again, in milliseconds. */
  const refusedUntil = new Map<string, number>();
  /** Network of a site → how many visitors in it are over the limit. */
  const refusedVisitors = new Map<string, number>();
  let hour = 0;
  const forgetLastHour = (): void => {
    const current = Math.floor(now() / hourMs);
    if (current === hour) return;
    hour = current;
    refusedUntil.clear();
    refusedVisitors.clear();
  };
  const remember = <Value>(map: Map<string, Value>, network: string, value: Value): void => {
    map.set(network, value);
    const [oldest = network] = map.keys();
    if (map.size > mostRemembered) map.delete(oldest);
  };
  return {
    /** Returns the seconds after which one of these networks may try again; 0 if all may try now. */
    secondsLeft(networks: readonly string[]): number {
      forgetLastHour();
      const until = Math.max(...networks.map((network) => refusedUntil.get(network) ?? 0));
      return Math.max(0, Math.ceil((until - now()) / 1000));
    },
    /** Remembers that the backend has refused the first of these networks for so many seconds. */
    remember([visitor = '', ...sites]: readonly string[], seconds: number): void {
      forgetLastHour();
      if (refusedUntil.has(visitor)) return;
      const until = Math.min(now() + seconds * 1000, (hour + 1) * hourMs);
      remember(refusedUntil, visitor, until);
      for (const site of sites) {
        const visitors = (refusedVisitors.get(site) ?? 0) + 1;
        remember(refusedVisitors, site, visitors);
        if (visitors >= visitorsPerSite) remember(refusedUntil, site, until);
      }
    },
  };
}

const hasToken = ({ turnstileToken }: SignupInput): boolean => typeof turnstileToken === 'string';

/**
 * Stands in front of the backend, so that one visitor cannot fill its queue or its connections. Refuses a visitor that
 * the backend has refused in this hour, from memory, and passes only a few sign-ups of one visitor on at the same time.
 * The backend counts the limits themselves, for all replicas together. A refusal from memory is sent a second later.
 * @param now in milliseconds.
 * @param pause waits for so many milliseconds.
 */
export function guardByVisitor(
  submit: Submit,
  now = Date.now,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Submit {
  // A visitor without a token has a lower limit, and may still sign up with one.
  const refusals = { withToken: createRefusals(now), withoutToken: createRefusals(now) };
  const held = createVisitorCounts(mostHeld);
  const turns = createTurns();
  const refuse = async (seconds: number): Promise<Refusal> => {
    await pause(holdBackMs);
    return refusal('rate_limited', seconds);
  };

  /** Passes a sign-up on, and remembers if the backend refuses its visitor. */
  const pass = async (signup: SignupInput, sender: Sender, networks: readonly string[]) => {
    const outcome = await submit(signup, sender);
    if (!outcome.ok && outcome.code === 'rate_limited' && outcome.retryAfterSeconds) {
      const known = hasToken(signup) ? refusals.withToken : refusals.withoutToken;
      known.remember(networks, outcome.retryAfterSeconds);
    }
    return outcome;
  };

  return async (signup, sender) => {
    if (sender.isCanary) return submit(signup, sender);
    const networks = visitorNetworks(sender.visitor ?? 'unknown');
    const [visitor] = networks;
    const secondsLeft = (): number =>
      refusals.withToken.secondsLeft(networks) ||
      (hasToken(signup) ? 0 : refusals.withoutToken.secondsLeft(networks));

    const seconds = secondsLeft();
    if (seconds > 0) return refuse(seconds);
    if (!held.add(sender.visitor)) return refuse(busySeconds);
    // The visitor may have reached the limit while this sign-up waited.
    const outcome = await turns
      .take(visitor, async () => secondsLeft() || pass(signup, sender, networks))
      .finally(() => held.remove(sender.visitor));
    if (outcome === null) return refuse(busySeconds);
    return typeof outcome === 'number' ? refuse(outcome) : outcome;
  };
}
