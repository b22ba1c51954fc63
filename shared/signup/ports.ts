import type { Source } from './contract.ts';

/** What the bot check said of a sign-up; kept on its row. */
export const botVerdicts = ['passed', 'skipped', 'unavailable'] as const;
export type BotVerdict = (typeof botVerdicts)[number];

export interface VisitorAttempt {
  /** HMAC of the visitor’s address (IPv6 by /64); the address itself never gets here. */
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
}

export interface StoreAnswer {
  /** Seconds until the visitor may try again, when the attempt was over the limit; nothing was saved then. */
  visitorRetryAfterSeconds: number | null;
  /** True once the row is durable. */
  saved: boolean;
}

/**
 * The database as the handler sees it: one call, `secure_signup_save`, that counts the attempt, saves the
 * sign-up, or does both at once; each part is left out by passing null.
 * Rejects when the database cannot be reached; then nothing was saved.
 */
export interface SignupStore {
  record(attempt: VisitorAttempt | null, signup: AcceptedSignup | null): Promise<StoreAnswer>;
}

export type BotCheckResult = 'passed' | 'failed' | 'unavailable';

/** Asks siteverify about a token. Never throws. */
export type VerifyBot = (token: string, visitorAddress: string | null) => Promise<BotCheckResult>;
