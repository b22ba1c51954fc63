import { openSignups } from '../../server/stores/sqlite/open.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';

/** Creates a database in a folder with some people. Their numbers begin at 1 and follow the order of their sign-ups. */
export function createPeople(folder: string, people: number): void {
  const database = openSignups(folder, { create: true });
  database.exec(`
    with recursive numbers (number) as (
      select 1 union all select number + 1 from numbers where number < ${people}
    )
    insert into signups (email, source, bot_check, form_fill_time_ms, created_at, last_seen_at, seen_on)
    select printf('p%06d@kill.example', number), 'hero', 'passed', 3000,
      strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-01', '+' || number || ' seconds'),
      '2026-11-02T00:00:00.000Z', '2026-11-02'
    from numbers`);
  database.close();
}

/** Returns the numbers of the people whose addresses stand in a text, in its order. */
export const numbersIn = (text: string): number[] =>
  Array.from(text.matchAll(/p(\d{6})@kill\.example/g), ([, number]) => Number(number));

/** Returns the numbers of the people of a wave, in the order of their sign-ups. */
export function peopleOf(folder: string, wave: string): number[] {
  const rows = readSqlite(
    folder,
    `select email from signups where wave = '${wave}' order by created_at`,
  );
  return numbersIn(rows.map(({ email }) => email).join(' '));
}

/** Returns consecutive numbers. */
export const numbersFrom = (first: number, length: number): number[] =>
  Array.from({ length }, (_, index) => first + index);
