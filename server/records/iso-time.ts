/** A column of times as the terminal shows it: ISO 8601, UTC, whatever the session’s time zone. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
