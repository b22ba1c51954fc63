/** One statement and its parameters; answers the rows. Texts of times are made in SQL, alike everywhere. */
export type Query = (
  statement: string,
  parameters?: readonly unknown[],
) => Promise<Record<string, unknown>[]>;

/** Whoever may touch the sign-ups: the running server, or a records process for the while. */
export interface RecordsOwner {
  backend: 'embedded' | 'postgres' | 'supabase';
  query: Query;
  /** The whole data folder as a gzipped tar; null where the database has tools of its own for that. */
  dump: (() => Promise<Uint8Array>) | null;
  /** Told that something in the outbox waits anew; a process that sends nothing need not know. */
  onWaiting?: () => void;
}

/** A failure that the terminal shows: a stable code, what happened, and what to do. */
export class RecordsError extends Error {
  readonly code: string;
  readonly remedy: string | undefined;

  constructor(code: string, message: string, remedy?: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}
