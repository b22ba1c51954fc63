import type { AcceptedSignup, VisitorAttempt } from '../../../shared/signup/ports.ts';

/** A sign-up to be counted, saved, or both. */
export type RecordQuestion = {
  record: { attempt: VisitorAttempt | null; signup: AcceptedSignup | null };
};

/** A question to the thread that holds the database. */
export type Question =
  | RecordQuestion
  | { query: { statement: string; parameters: readonly unknown[] }; isPrompt?: true }
  | { dump: true }
  | { close: true };

/** What the page-serving thread asks of the thread that holds the database. */
export type Ask = { id: number; question: Question };

/** What comes back: the answer to one question, or that the database is open (or cannot be opened). */
export type Reply =
  | { id: number; answer: unknown }
  | { id: number; error: string; code?: string | undefined };

/** The id of the message that says whether the database could be opened. */
export const openId = 0;
