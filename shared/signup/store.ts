import * as z from 'zod/mini';
import type { Source } from './contract.ts';

/** What the bot check said of a sign-up; kept on its row. */
export const botVerdicts = ['passed', 'skipped', 'unavailable'] as const;
export type BotVerdict = (typeof botVerdicts)[number];

export interface VisitorAttempt {
  /** HMAC of the visitor’s network; the address itself never gets here. */
  visitorHash: string;
  /** Attempts allowed in the current hour. */
  limitPerHour: number;
}

export interface AcceptedSignup {
  email: string;
  source: Source;
  botCheck: BotVerdict;
  userAgent: string;
  formFillTimeMs: number;
  /** Sign-ups of one address that are written down in a day; past it the answer stays the same. 0: its first only. */
  limitPerAddressDay: number;
  /** An operator’s trial: the row is written and deleted again in the same transaction. */
  isCanary?: true;
}

/** What a store answers, and `secure_signup_save` in the database. */
const answerSchema = z.object({
  /** Seconds until the visitor may try again, when the attempt was over the limit; nothing was saved then. */
  retryAfter: z.nullable(z.number()),
  /** True once the row is durable. */
  saved: z.boolean(),
});
export type StoreAnswer = z.output<typeof answerSchema>;

/** What is counted by day, as numbers and nothing else: how far visitors come on their way to a sign-up. */
const countNames = ['page_read', 'dialog_opened', 'form_sent', 'signup_kept'] as const;
export type CountName = (typeof countNames)[number];

/** What the server hands to the function, to be added to today’s counts. */
export const dailyCountsSchema = z
  .array(
    z.object({
      name: z.enum(countNames),
      /** The page’s path, or the source of the sign-up. */
      label: z.string().check(z.maxLength(40)),
      count: z.int().check(z.gte(1)),
    }),
  )
  .check(z.maxLength(200));

export type DailyCount = z.output<typeof dailyCountsSchema>[number];

/** Where sign-ups are counted and kept: SQLite, PostgreSQL, or PostgreSQL behind `rpc`. */
export interface SignupStore {
  /**
   * Counts the attempt, saves the sign-up, or does both at once; null leaves a part out.
   * Rejects where the database cannot do it: then nothing was saved.
   */
  record(attempt: VisitorAttempt | null, signup: AcceptedSignup | null): Promise<StoreAnswer>;
  /** Adds to today’s counts (UTC). Rejects where the database cannot be written. */
  addCounts(counts: readonly DailyCount[]): Promise<void>;
}

/** Reads the database’s answer. Throws where it is something else: then nothing counts as saved. */
export function readAnswer(answer: unknown): StoreAnswer {
  const { success, data, error: cause } = answerSchema.safeParse(answer);
  if (!success) throw new Error('secure_signup_save answered with something else', { cause });
  return data;
}
