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

export interface StoreAnswer {
  /** Seconds until the visitor may try again, when the attempt was over the limit; nothing was saved then. */
  visitorRetryAfterSeconds: number | null;
  /** True once the row is durable. */
  saved: boolean;
}

/** Where sign-ups are counted and kept: SQLite, PostgreSQL, or PostgreSQL behind `rpc`. */
export interface SignupStore {
  /**
   * Counts the attempt, saves the sign-up, or does both at once; null leaves a part out.
   * Rejects where the database cannot do it: then nothing was saved.
   */
  record(attempt: VisitorAttempt | null, signup: AcceptedSignup | null): Promise<StoreAnswer>;
}
