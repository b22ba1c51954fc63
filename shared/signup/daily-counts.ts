import * as z from 'zod/mini';

/** What is counted by day, as numbers and nothing else: how far visitors come on their way to a sign-up. */
export const countNames = ['page_read', 'dialog_opened', 'form_sent', 'signup_kept'] as const;
export type CountName = (typeof countNames)[number];

export interface DailyCount {
  name: CountName;
  /** The page’s path, or the source of the sign-up. */
  label: string;
  count: number;
}

/** What the server hands to the function, to be added to today’s counts. */
export const dailyCountsSchema = /* @__PURE__ */ (() =>
  z
    .array(
      z.object({
        name: z.enum(countNames),
        label: z.string().check(z.maxLength(40)),
        count: z.int().check(z.gte(1)),
      }),
    )
    .check(z.maxLength(200)))();

/** Adds to today’s counts (UTC). Rejects where the database cannot be written. */
export type AddCounts = (counts: readonly DailyCount[]) => Promise<void>;
