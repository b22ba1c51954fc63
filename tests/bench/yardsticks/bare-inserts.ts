// The floor of a sign-up: PGlite inserting the same row, one statement at a time, each durable.
import { readdirSync, readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const [folder = '', seconds = '2'] = process.argv.slice(2);
const migrations = new URL('../../../supabase/migrations/', import.meta.url);

const database = await PGlite.create(folder);
for (const name of readdirSync(migrations).sort()) {
  await database.exec(readFileSync(new URL(name, migrations), 'utf8'));
}

const ends = performance.now() + Number(seconds) * 1000;
const begun = performance.now();
let done = 0;
while (performance.now() < ends) {
  done += 1;
  await database.query(
    `insert into deckwright.signups (email, source, bot_check, user_agent, form_fill_time_ms)
     values ($1, 'hero', 'skipped', 'bench', 5000)`,
    [`bare-${done}@company.com`],
  );
}
process.stdout.write(String((done * 1000) / (performance.now() - begun)));
await database.close();
