import type { Database } from './database.ts';

/** A notice, and how many sign-ups read it. */
export interface NoticeCount {
  version: string;
  text: string;
  /** ISO 8601, UTC. */
  firstShownAt: string;
  signups: number;
}

/** Returns every notice, the newest first, with the number of its sign-ups, and the number of sign-ups without one. */
export async function countNotices({ query, schema, time }: Database) {
  const rows = await query(
    `select version, text, ${time('first_shown_at')} as shown,
       (select count(*) from ${schema}signups where notice = version) as signups
     from ${schema}notices order by first_shown_at desc, version`,
  );
  const [row] = await query(
    `select count(*) as signups from ${schema}signups where notice is null`,
  );
  const notices = rows.map(
    ({ version, text, shown, signups }): NoticeCount => ({
      version: String(version),
      text: String(text),
      firstShownAt: String(shown),
      signups: Number(signups),
    }),
  );
  return { notices, unknown: Number(row?.signups) };
}
