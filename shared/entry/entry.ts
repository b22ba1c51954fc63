import * as z from 'zod/mini';

/** An entry of the list as its owner sees it. Times are ISO 8601, UTC. */
export const entrySchema = z.object({
  email: z.string(),
  /** Where the prospect signed up: `nav`, `hero`, `cta` or `modal`. */
  source: z.string(),
  createdAt: z.string(),
  confirmedAt: z.nullable(z.string()),
  /** The new address. We have sent a link to it, and its owner has not confirmed yet. */
  pendingEmail: z.nullable(z.string()),
  /** The text of the notice that stood under the form; null: the sign-up has no known notice. */
  notice: z.nullable(z.string()),
});
export type Entry = z.output<typeof entrySchema>;

/** Reads and changes single entries: SQLite, PostgreSQL, or PostgreSQL behind `rpc`. Rejects when the database fails. */
export interface EntryStore {
  /** Returns the entry of an address, or null when the address has none. */
  read(email: string): Promise<Entry | null>;
  /** Marks the entry as confirmed. An entry that is confirmed keeps its time. Returns false when there is no entry. */
  confirm(email: string): Promise<boolean>;
  /**
   * Moves the entry of `from` to the address `to`, and marks it as confirmed. If `to` has an entry already, that entry
   * stays. Leaves evidence that `from` was erased. Returns false when `from` has no entry.
   */
  move(from: string, to: string): Promise<boolean>;
  /** Erases the entry and the mails of an address, with evidence. Returns false when there was no entry. */
  remove(email: string): Promise<boolean>;
  /**
   * Queues the mail that asks `to` to confirm the change of the entry of `from`. Queues nothing past the limits: three
   * mails to an address in 30 days, and three changes of an entry in 30 days.
   */
  requestChange(from: string, to: string): Promise<void>;
}

/** The parameter of `secure_signup_entry` in the database. */
export interface EntryQuery {
  action: 'read' | 'confirm' | 'move' | 'remove' | 'request_change';
  email: string;
  /** The second address of `move` and `request_change`. */
  other?: string;
}

/** The answer of `secure_signup_entry` in the database. */
const entryAnswer = z.object({ done: z.boolean(), entry: z.nullable(entrySchema) });

/** Creates a store on the function `secure_signup_entry`. @param ask calls the function with one query. */
export function createEntryStore(ask: (query: EntryQuery) => Promise<unknown>): EntryStore {
  const call = async (query: EntryQuery) => {
    const { success, data, error: cause } = entryAnswer.safeParse(await ask(query));
    if (!success) throw new Error('secure_signup_entry returned an unknown answer', { cause });
    return data;
  };
  return {
    read: async (email) => (await call({ action: 'read', email })).entry,
    confirm: async (email) => (await call({ action: 'confirm', email })).done,
    move: async (email, other) => (await call({ action: 'move', email, other })).done,
    remove: async (email) => (await call({ action: 'remove', email })).done,
    async requestChange(email, other) {
      await call({ action: 'request_change', email, other });
    },
  };
}

/** Mails to one address in {@link mailLimitDays} days, of all kinds. */
export const mailsPerAddress = 3;
/** Mails to one address in {@link mailLimitDays} days that ask for a confirmation: the first, and one more. */
export const confirmationsPerAddress = 2;
export const mailLimitDays = 30;

export const entryActions = ['confirm', 'change', 'remove'] as const;
export type EntryAction = (typeof entryActions)[number];

/** A request about the entry of a link: to show the entry, or one of the actions. */
export const entryRequestSchema = z.object({
  token: z.string().check(z.maxLength(2048)),
  action: z.enum(['show', ...entryActions]),
  /** The new address of a change. */
  email: z.optional(z.string()),
});
export type EntryRequest = z.output<typeof entryRequestSchema>;

/** How a request about an entry ends. */
export const entryOutcomeSchema = z.discriminatedUnion('end', [
  z.object({
    end: z.literal('shown'),
    entry: entrySchema,
    allows: z.array(z.enum(entryActions)),
  }),
  z.object({ end: z.enum(['confirmed', 'change_requested']), entry: entrySchema }),
  z.object({
    end: z.enum(['removed', 'ended', 'invalid_email', 'unavailable']),
  }),
  z.object({ end: z.literal('invalid_request') }),
]);
export type EntryOutcome = z.output<typeof entryOutcomeSchema>;
