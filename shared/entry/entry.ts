import * as z from 'zod/mini';
import { columnNames } from '../signup/fields.ts';

/** An entry of the list: everything that is stored about a prospect. Times are ISO 8601, UTC. */
export const entrySchema = z.object({
  /** The values of the row by the names of its columns. */
  row: z.record(z.enum(columnNames), z.nullable(z.union([z.string(), z.number()]))),
  /** The text of the notice that stood under the form. Null: the sign-up has no known notice. */
  noticeText: z.nullable(z.string()),
});
export type Entry = z.output<typeof entrySchema>;

/** The record of an erasure, without the address. */
export const erasureSchema = z.object({
  /** The key of the hash. */
  key: z.string(),
  addressHash: z.string(),
  /** ISO 8601, UTC. */
  erasedAt: z.string(),
});
export type Erasure = z.output<typeof erasureSchema>;

/** The record of an erasure, with the number of rows that the erasure removed. */
export const erasedSchema = z.extend(erasureSchema, { rows: z.number() });
export type Erased = z.output<typeof erasedSchema>;

/**
 * Shows and changes the entry of a link: SQLite, PostgreSQL, or PostgreSQL behind `rpc`. Each method returns null for a
 * link that does not exist or whose entry was removed. Each method rejects when the database fails.
 */
export interface EntryStore {
  read(tokenHash: string): Promise<Entry | null>;
  /** Marks the entry as confirmed. An entry that is confirmed keeps its time. */
  confirm(tokenHash: string): Promise<Entry | null>;
  /** Erases the entry with its links and deliveries, and records the erasure. */
  remove(tokenHash: string): Promise<Erasure | null>;
}

/** The parameter of `secure_signup_entry` in the database. */
export interface EntryQuery {
  action: keyof EntryStore;
  token_hash: string;
  queues_events: boolean;
}

/**
 * Creates a store on the function `secure_signup_entry`.
 * @param queuesEvents whether another system learns of confirmations and removals.
 * @param ask calls the function with one query.
 */
export function createEntryStore(
  queuesEvents: boolean,
  ask: (query: EntryQuery) => Promise<unknown>,
): EntryStore {
  const call = async <Schema extends z.ZodMiniType>(
    action: keyof EntryStore,
    tokenHash: string,
    schema: Schema,
  ): Promise<z.output<Schema> | null> => {
    const answer = await ask({ action, token_hash: tokenHash, queues_events: queuesEvents });
    const { success, data, error: cause } = z.nullable(schema).safeParse(answer);
    if (!success) throw new Error('secure_signup_entry returned an unknown answer', { cause });
    return data;
  };
  return {
    read: (tokenHash) => call('read', tokenHash, entrySchema),
    confirm: (tokenHash) => call('confirm', tokenHash, entrySchema),
    remove: (tokenHash) => call('remove', tokenHash, erasureSchema),
  };
}

/** Mails to one address in {@link mailLimitDays} days. */
export const mailsPerAddress = 3;
export const mailLimitDays = 30;

export const entryActions = ['confirm', 'remove'] as const;
export type EntryAction = (typeof entryActions)[number];

/** A request about the entry of a link: to show the entry, or one of the actions. */
export const entryRequestSchema = z.object({
  token: z.string().check(z.maxLength(2048)),
  action: z.enum(['show', ...entryActions]),
});

/**
 * How a request about an entry ends. `ended`: there is no such link, or its entry was removed. `unavailable`: the database
 * failed, and nothing was changed.
 */
export const entryOutcomeSchema = z.discriminatedUnion('end', [
  z.object({ end: z.enum(['shown', 'confirmed']), entry: entrySchema }),
  z.object({ end: z.literal('removed'), erasure: erasureSchema }),
  z.object({ end: z.literal('invalid_request') }),
  z.object({ end: z.enum(['ended', 'unavailable']) }),
]);
export type EntryOutcome = z.output<typeof entryOutcomeSchema>;
