// The yardstick of a sign-up: SQLite inserts the same row, one statement at a time, each one durable.
import { openSignups } from '../../../server/stores/sqlite/open.ts';

const [folder = '', seconds = '2'] = process.argv.slice(2);

const database = openSignups(folder, { create: true });
const insert = database.prepare(
  `insert into signups
     (email, source, bot_check, user_agent, form_fill_time_ms, created_at, last_seen_at, seen_on)
   values (?, 'hero', 'skipped', 'bench', 5000, ?, ?, ?)`,
);
const now = new Date().toISOString();
const ends = performance.now() + Number(seconds) * 1000;
const begun = performance.now();
let done = 0;
while (performance.now() < ends) {
  done += 1;
  insert.run(`bare-${done}@company.com`, now, now, now.slice(0, 10));
}
process.stdout.write(String((done * 1000) / (performance.now() - begun)));
database.close();
