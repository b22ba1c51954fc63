import * as z from 'zod/mini';
import { isNoticeVersion } from './contract.ts';
import { byColumn, type SignupRow } from './fields.ts';
import type { MadeSignup } from './receipt.ts';

export interface VisitorAttempt {
  /** HMAC of the visitor’s network. A store never receives the address itself. */
  visitorHash: string;
  /** Attempts allowed in the current hour. */
  limitPerHour: number;
}

/** A sign-up that passed the rules, as a store receives it. */
export type AcceptedSignup = SignupRow & {
  /**
   * Sign-ups of one address that are counted in a day. Past the limit the answer stays the same.
   * 0: a sign-up from the outbox, which changes nothing about a known address.
   */
  limitPerAddressDay: number;
  /** Whether a mail asks the address to confirm, within the limits on mails and while the entry is unconfirmed. */
  asksConfirmation: boolean;
  /** The id of this attempt, which its receipt names; null where no receipt is made. */
  attempt: string | null;
  /**
   * The sign-up that this one replaces. Its row is removed when that attempt made the row, nobody has signed up with the
   * address since, and the entry is unconfirmed.
   */
  replaces: MadeSignup | null;
  /** The receipt of the replaced sign-up as it was sent. The outbox passes it on to the function. */
  receipt: string | null;
  /** An operator’s canary: the store writes the row and deletes it in the same transaction. */
  isCanary?: true;
};

/** The answer of a store, and of `secure_signup_save` in the database. */
const answerSchema = z.object({
  /** Seconds until the visitor may try again, when the attempt was over the limit. Nothing was saved then. */
  retryAfter: z.nullable(z.number()),
  /** True once the row is durable. */
  saved: z.boolean(),
  /** The visitor’s attempts in this hour, with this one. Absent without an attempt, and from an older database. */
  attempts: z.nullish(z.number()),
});
export type StoreAnswer = z.output<typeof answerSchema>;

/** The steps on the way to a sign-up that are counted by day, as numbers only. */
const countNames = ['page_read', 'dialog_opened', 'form_sent', 'signup_accepted'] as const;
export type CountName = (typeof countNames)[number];
/** The name of `signup_accepted` in release 0.2.0. */
export const olderCountName = 'signup_kept';

/** The most counts in one batch. */
export const largestBatch = 200;
/** The most bytes of one batch as JSON: {@link largestBatch} counts with the longest label, escaped. */
export const batchBytes = 64 * 1024;

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

/** Counts that are written together, once. The server sends a batch again when it got no answer. */
const countBatchSchema = z.object({
  /** Tells the database whether it has added this batch already. */
  batch: z.uuid(),
  counts: z.array(dailyCountSchema).check(z.maxLength(largestBatch)),
});
export type CountBatch = z.output<typeof countBatchSchema>;

/** A notice as the table `notices` has it. */
const storedNoticeSchema = z.object({
  version: z.string().check(z.refine(isNoticeVersion)),
  text: z.string().check(z.minLength(1), z.maxLength(2000)),
});
export type StoredNotice = z.output<typeof storedNoticeSchema>;

/** The counts of a server of release 0.2.0, which names neither a day nor a batch. */
const olderCountsSchema = z.array(
  z.extend(z.omit(dailyCountSchema, { day: true }), {
    name: z.enum([...countNames, olderCountName]),
  }),
);

/**
 * What a server writes through the function, besides sign-ups. The function of release 0.2.0 refuses `countBatch`, so
 * that a server which waits for {@link writtenSchema} does not add a batch there again and again.
 */
export const writeRequestSchema = z.union([
  z.object({ notice: storedNoticeSchema }),
  z.object({ countBatch: countBatchSchema }),
  z.object({ counts: olderCountsSchema.check(z.maxLength(largestBatch)) }),
]);
export type WriteRequest = z.output<typeof writeRequestSchema>;

/** The function's answer to a {@link WriteRequest}, once the database has it. A gateway's 200 has another body. */
export const writtenSchema = z.object({ written: z.literal(true) });

/** Returns the counts of a server of release 0.2.0 as a batch of today (UTC). */
export const asBatch = (counts: z.output<typeof olderCountsSchema>, now: Date): CountBatch => ({
  batch: crypto.randomUUID(),
  counts: counts.map(({ name, ...count }) => ({
    ...count,
    day: now.toISOString().slice(0, 10),
    name: name === olderCountName ? 'signup_accepted' : name,
  })),
});

/** Counts and stores sign-ups: SQLite, PostgreSQL, or PostgreSQL behind `rpc`. */
export interface SignupStore {
  /**
   * Counts the attempt, saves the sign-up, or does both in one transaction; null leaves a part out.
   * Rejects when the database fails. Nothing was saved then.
   */
  record(attempt: VisitorAttempt | null, signup: AcceptedSignup | null): Promise<StoreAnswer>;
  /** Adds a batch to the daily counts, unless it was added before. Rejects when the database fails. */
  addCounts(batch: CountBatch): Promise<void>;
  /** Adds the notice that the site shows, unless the table has it. Rejects when the database fails. */
  addNotice(notice: StoredNotice): Promise<void>;
}

/** Returns the sign-up as `secure_signup_save` takes it: the row by its columns, and what to do with it. */
export const asParameter = (signup: AcceptedSignup) => ({
  ...byColumn(signup),
  limit_per_address_day: signup.limitPerAddressDay,
  asks_confirmation: signup.asksConfirmation,
  attempt: signup.attempt,
  replaces: signup.replaces,
});

/** Reads the database’s answer. Throws for any other answer: then nothing counts as saved. */
export function readAnswer(answer: unknown): StoreAnswer {
  const { success, data, error: cause } = answerSchema.safeParse(answer);
  if (!success) throw new Error('secure_signup_save returned an unknown answer', { cause });
  return data;
}
