/** The sign-ups that a command selects. A sign-up must meet every given condition. */
export interface SignupFilter {
  /** A day (YYYY-MM-DD, UTC): sign-ups of that day and later. */
  since?: string;
  /** A day (YYYY-MM-DD, UTC): sign-ups before that day. */
  before?: string;
  source?: string;
  campaign?: string;
  confirmed?: true;
  notInvited?: true;
  wave?: string;
}

/** The part of a database that a statement depends on. */
interface Schema {
  /** Stands before the name of a table: SQLite and PostgreSQL. */
  schema: '' | 'deckwright.';
}

/** Returns SQL of a parameter that holds a time as ISO 8601 text. */
export const timeParameter = ({ schema }: Schema, number: number): string =>
  schema === '' ? `$${number}` : `cast($${number} as timestamptz)`;

/**
 * Returns the condition of a filter as SQL, and its parameters.
 * @param given parameters that stand in the statement already.
 */
export function conditionOf(
  database: Schema,
  { since, before, source, campaign, confirmed, notInvited, wave }: SignupFilter,
  given: readonly string[] = [],
): { condition: string; parameters: string[] } {
  const parameters = [...given];
  const next = (value: string): number => parameters.push(value);
  const midnight = (day: string): string => timeParameter(database, next(`${day}T00:00:00.000Z`));
  const parts = [
    ...(since === undefined ? [] : [`created_at >= ${midnight(since)}`]),
    ...(before === undefined ? [] : [`created_at < ${midnight(before)}`]),
    ...(source === undefined ? [] : [`source = $${next(source)}`]),
    ...(campaign === undefined ? [] : [`campaign = $${next(campaign)}`]),
    ...(wave === undefined ? [] : [`wave = $${next(wave)}`]),
    ...(confirmed ? ['confirmed_at is not null'] : []),
    ...(notInvited ? ['invited_at is null'] : []),
  ];
  return { condition: parts.join(' and ') || '1 = 1', parameters };
}
