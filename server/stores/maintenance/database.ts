import type { SignupFilter } from './filter.ts';

export type Row = Record<string, unknown>;

export interface ColumnInfo {
  name: string;
  /** `time` is a moment in UTC, `day` a date. */
  kind: 'time' | 'day' | 'other';
}

/** Which sign-ups `signups forget` means. */
export interface Age {
  /** A day (YYYY-MM-DD, UTC): sign-ups that were made before that day. */
  before: string;
  /** Whether people of a wave stay. */
  notInvited: boolean;
}

/** Whom `signups invite` invites: the first people of the list who meet the filter and have no wave. */
export interface Invitation {
  wave: string;
  /** The largest number of people. */
  first: number;
  filter: SignupFilter;
  /** ISO 8601, UTC. */
  invitedAt: string;
}

/** What `signups forget` removed. */
export interface Forgotten {
  signups: number;
  /** Addresses without a sign-up, of which only old mails or old rows of the outbox were left. */
  others: number;
}

/** A database of sign-ups as the terminal reads it, with the same statements for SQLite and for PostgreSQL. */
export interface Database {
  /** Stands before the name of a table. */
  schema: '' | 'deckwright.';
  /** Returns SQL of a time as ISO 8601 text, UTC, in milliseconds. */
  time(column: string): string;
  /** Yields rows one by one, at constant memory. Parameters are `$1`, `$2` …, each a text unless SQL casts it. */
  stream(statement: string, ...parameters: (string | number)[]): AsyncGenerator<Row>;
  query(...asked: Parameters<Database['stream']>): Promise<Row[]>;
  /** Returns the columns of a table; none when there is no such table. */
  columns(table: string): Promise<ColumnInfo[]>;
  /** Removes all rows of an address, adds evidence of the erasure, and leaves nothing of the address in a file. */
  erase(email: string): Promise<number>;
  /**
   * Returns the earliest time that an erasure may have in a database that got the rows of this one, ISO 8601, UTC: a
   * millisecond after the newest row that the database has or has lost. Null: the database never had a row.
   */
  findEarliestErasure(): Promise<string | null>;
  /**
   * Gives a wave to the people of an invitation, unless the wave has people already: then a run before has chosen them, and
   * nobody is added. Sign-ups go on meanwhile. Two commands at once choose the same people, of whom each is marked once.
   * @returns the number of people who were marked.
   */
  invite(invitation: Invitation): Promise<number>;
  /** Returns the invitation of a killed `signups invite`, of which some people are not marked yet; null if there is none. */
  unfinishedInvitation(): Invitation | null;
  /**
   * Erases the sign-ups of an age in many short transactions, each with evidence, so that sign-ups go on meanwhile. What a
   * killed run leaves, the next run erases. `progress` is called with the number of sign-ups that were erased so far.
   */
  forget(age: Age, progress: (done: number) => void): Promise<Forgotten>;
  /** Returns an error of this database as one that names the problem and the remedy. Returns every other error as it is. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
}
