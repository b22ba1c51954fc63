export type Row = Record<string, unknown>;

/** A database of sign-ups as the terminal asks it: the same statements for SQLite and for PostgreSQL. */
export interface Database {
  /** Stands before the name of a table. */
  schema: '' | 'deckwright.';
  /** SQL of a time as ISO 8601 text, UTC. */
  time(column: string): string;
  /** Rows one by one, at constant memory. Parameters are `$1`, `$2` …; a text where SQL does not say otherwise. */
  stream(statement: string, ...parameters: (string | number)[]): AsyncGenerator<Row>;
  query(...asked: Parameters<Database['stream']>): Promise<Row[]>;
  /** Removes all that is kept of an address, with evidence of it, and leaves nothing of it in a file. */
  erase(email: string): Promise<number>;
  close(): Promise<void>;
}
