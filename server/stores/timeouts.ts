/**
 * How long a sign-up may wait, in milliseconds. The promise behind these numbers: whatever is down, the server
 * answers a sign-up within 6 seconds. Each wait is shorter than the wait around it, so that the innermost wait
 * fails first and names the cause.
 */
export const timeouts = {
  /** The whole sign-up: counting the visitor, checking the token, saving the row. */
  signupMs: 5_500,
  /** One call of the function, when the outbox stores the sign-up afterwards. */
  functionMs: 4_000,
  /** One call of siteverify by the outbox, after the call of the function. */
  outboxBotCheckMs: 1_000,
  /**
   * One wait for a lock of the outbox’s file, before and after the call of siteverify. With a longer wait, the outbox could
   * store a sign-up after the prospect got an error.
   */
  outboxFileMs: 200,
  /** One call of a store: waiting for a connection or a lock, and for the answer. */
  storeMs: 5_000,
  /** One statement on the side of PostgreSQL, which then reports what it waited for. */
  statementMs: 4_000,
} as const;
