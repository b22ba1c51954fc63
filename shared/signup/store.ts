import * as z from 'zod/mini';
import { isNoticeVersion } from './contract.ts';
import { byColumn, type SignupRow } from './fields.ts';

export interface VisitorAttempt {
  /** HMAC of the visitor’s network. A store never receives the address itself. */
  visitorHash: string;
  /** Attempts allowed in the current hour. */
  limitPerHour: number;
}

/** A sign-up that passed the rules, as a store receives it. */
export type AcceptedSignup = SignupRow & {
  /** Sign-ups of one address that are counted in a day. Past the limit the answer stays the same. */
  limitPerAddressDay: number;
  /** Whether a mail with a link to the entry follows, within the limit of mails to an address. */
  asksConfirmation: boolean;
  /** Whether another system learns of the sign-up. */
  queuesEvents: boolean;
  /**
   * Milliseconds that the sign-up waited in the outbox of a server, negative if the clock was set back meanwhile; null: the
   * visitor sends it now. A sign-up from an outbox may arrive twice, so it does not count for a known address. It is not
   * saved if the address was erased while it waited.
   */
  waitedMs: number | null;
  /** An operator’s canary: the store writes the row and deletes it in the same transaction. */
  isCanary?: true;
};

/** The answer of a store, and of `secure_signup_save` in the database. */
const answerSchema = z.object({
  /** Seconds until the visitor may try again, when the attempt was over the limit. Nothing was saved then. */
  retryAfter: z.nullable(z.number()),
  /** True once the row is durable, and for a sign-up from an outbox whose address was erased while it waited. */
  saved: z.boolean(),
  /** The visitor’s attempts in this hour, with this one. Absent without an attempt. */
  attempts: z.nullish(z.number()),
});
export type StoreAnswer = z.output<typeof answerSchema>;

/** The steps on the way to a sign-up that are counted by day, as numbers only. */
const countNames = ['page_read', 'dialog_opened', 'form_sent', 'signup_accepted'] as const;
export type CountName = (typeof countNames)[number];
/** The most counts in one request, and the most bytes of it as JSON: so many counts with the longest label, escaped. */
export const mostCounts = 200;
export const countsBytes = 64 * 1024;

/** A number of events, which the server adds to the counts of a day. */
const dailyCountSchema = z.object({
  /** The day of the events, UTC. */
  day: z.iso.date(),
  name: z.enum(countNames),
  /** The page’s path, or the source of the sign-up. */
  label: z.string().check(z.maxLength(40)),
  count: z.int().check(z.gte(1)),
});
export type DailyCount = z.output<typeof dailyCountSchema>;

/** A notice as the table `notices` has it. */
const storedNoticeSchema = z.object({
  version: z.string().check(z.refine(isNoticeVersion)),
  text: z.string().check(z.minLength(1), z.maxLength(2000)),
});
export type StoredNotice = z.output<typeof storedNoticeSchema>;

/** What a server writes through the function, besides sign-ups. */
export const writeRequestSchema = z.union([
  z.object({ notice: storedNoticeSchema }),
  z.object({ counts: z.array(dailyCountSchema).check(z.maxLength(mostCounts)) }),
]);
export type WriteRequest = z.output<typeof writeRequestSchema>;

/** The function's answer to a {@link WriteRequest}, once the database has it. A gateway's 200 has another body. */
export const writtenSchema = z.object({ written: z.literal(true) });

/** Counts and stores sign-ups: SQLite, PostgreSQL, or PostgreSQL behind `rpc`. */
export interface SignupStore {
  /**
   * Counts the attempt, saves the sign-up, or does both in one transaction; null leaves a part out.
   * Rejects when the database fails. Nothing was saved then.
   */
  record(attempt: VisitorAttempt | null, signup: AcceptedSignup | null): Promise<StoreAnswer>;
  /** Adds to the daily counts. Rejects when the database fails. */
  addCounts(counts: readonly DailyCount[]): Promise<void>;
  /** Adds the notice that the site shows, unless the table has it. Rejects when the database fails. */
  addNotice(notice: StoredNotice): Promise<void>;
}

/** Returns the sign-up as `secure_signup_save` takes it: the row by its columns, and what to do with it. */
export const asParameter = (signup: AcceptedSignup) => ({
  ...byColumn(signup),
  limit_per_address_day: signup.limitPerAddressDay,
  asks_confirmation: signup.asksConfirmation,
  queues_events: signup.queuesEvents,
  waited_ms: signup.waitedMs,
});

/** Reads the database’s answer. Throws for any other answer: then nothing counts as saved. */
export function readAnswer(answer: unknown): StoreAnswer {
  const { success, data, error: cause } = answerSchema.safeParse(answer);
  if (!success) throw new Error('secure_signup_save returned an unknown answer', { cause });
  return data;
}
