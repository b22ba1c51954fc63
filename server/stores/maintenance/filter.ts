import type { Database, Value } from './database.ts';

/** The sign-ups that a command selects. A sign-up must meet every given condition. */
export interface SignupFilter {
  /** A day (YYYY-MM-DD, UTC): sign-ups of that day and later. */
  since?: string;
  /** A day (YYYY-MM-DD, UTC): sign-ups before that day. */
  before?: string;
  /** The value that a column must have. */
  equal?: Readonly<Record<string, string>>;
  /** Whether a column must have a value. */
  present?: Readonly<Record<string, boolean>>;
  /** Only people to whom the operator may write: people without a stop. */
  mailable?: true;
}

/**
 * Returns SQL that is true for a sign-up whose address has a stop. The first part spares the hash of each address while no
 * stop is stored.
 */
export const isStopped = ({
  schema,
  addressHash,
}: Pick<Database, 'schema' | 'addressHash'>): string =>
  `(exists (select 1 from ${schema}stops) and exists (select 1 from ${schema}address_keys join ${schema}stops
     on stops.address_hash = ${addressHash('address_keys.key', 'signups.email')}))`;

/**
 * Returns the condition of a filter as SQL, and its parameters.
 * @param given parameters that stand in the statement already.
 */
export function conditionOf(
  database: Pick<Database, 'schema' | 'addressHash'>,
  { since, before, equal = {}, present = {}, mailable }: SignupFilter,
  given: readonly Value[] = [],
): { condition: string; parameters: Value[] } {
  const parameters = [...given];
  const next = (value: string): string => `$${parameters.push(value)}`;
  const parts = [
    ...(since === undefined ? [] : [`created_at >= ${next(`${since}T00:00:00.000Z`)}`]),
    ...(before === undefined ? [] : [`created_at < ${next(`${before}T00:00:00.000Z`)}`]),
    ...Object.entries(equal).map(([column, value]) => `${column} = ${next(value)}`),
    ...Object.entries(present).map(([column, has]) => `${column} is ${has ? 'not null' : 'null'}`),
    ...(mailable ? [`not ${isStopped(database)}`] : []),
  ];
  return { condition: parts.join(' and ') || '1 = 1', parameters };
}
