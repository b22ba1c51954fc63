import { setTimeout } from 'node:timers/promises';
import type { EntryOutcome } from '../../shared/entry/entry.ts';
import { refuse, type Step } from '../../shared/signup/outcomes.ts';
import { visitorNetworks } from '../../shared/signup/visitor.ts';
import { createHourlyLimit, secondsOfHour } from '../http/hourly-limit.ts';
import { holdBackMs } from '../http/refusal.ts';
import type { Backend } from './backend.ts';
import { createTurns } from './turns.ts';

/** Times that one link may change its entry in an hour. A person needs three. */
export const mostPerLink = 60;

/** A request to change an entry, before anything in it is checked. */
interface Asked {
  token: string;
  action: unknown;
}

/**
 * Stands in front of the backend, so that one visitor cannot keep the database busy: passes only a few requests of one
 * visitor on at the same time, and limits the changes by one link in an hour. The limit counts by link, because a mail
 * provider unsubscribes many people from one address (RFC 8058). A refusal is sent a second later.
 * @param now in milliseconds.
 * @param pause waits for so many milliseconds.
 */
export function guardEntry(
  entry: NonNullable<Backend['entry']>,
  now = Date.now,
  pause: (ms: number) => Promise<unknown> = setTimeout,
) {
  const isWithinLimit = createHourlyLimit(mostPerLink, now);
  const turns = createTurns();
  const pass = async (
    asked: object,
    requestId: string,
    visitor: string | null,
  ): Promise<EntryOutcome> => {
    const [network] = visitorNetworks(visitor ?? 'unknown');
    const outcome = await turns.take(network, () => entry(asked, requestId));
    return outcome ?? { end: 'unavailable' };
  };
  return {
    show: (token: string, requestId: string, visitor: string | null) =>
      pass({ token, action: 'show' }, requestId, visitor),
    async change(
      asked: Asked,
      requestId: string,
      visitor: string | null,
    ): Promise<Step<{ outcome: EntryOutcome }>> {
      if (isWithinLimit(asked.token)) return { outcome: await pass(asked, requestId, visitor) };
      await pause(holdBackMs);
      return refuse('rate_limited', secondsOfHour(now()));
    },
  };
}
