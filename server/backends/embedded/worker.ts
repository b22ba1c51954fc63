import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { saveStatement } from '../migrations.ts';
import { type Ask, openId, type Reply } from './messages.ts';

interface Task {
  directory: string;
  migrations: string[];
}

if (!parentPort) throw new Error('The embedded database runs in a thread of its own.');
const port = parentPort;
const { directory, migrations } = workerData as Task;
const reply = (message: Reply): void => port.postMessage(message);
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function open(): Promise<PGlite> {
  const database = await PGlite.create(directory);
  for (const migration of migrations) await database.exec(migration);
  return database;
}

async function record(database: PGlite, ask: Extract<Ask, { record: unknown }>): Promise<void> {
  const { attempt, signup } = ask.record;
  try {
    const { rows } = await database.query<{ answer: unknown }>(saveStatement, [
      attempt?.visitorHash ?? null,
      attempt?.limitPerHour ?? null,
      signup,
    ]);
    reply({ id: ask.id, answer: rows[0]?.answer });
  } catch (error) {
    reply({ id: ask.id, error: reason(error) });
  }
}

function serve(database: PGlite): void {
  port.on('message', async (ask: Ask) => {
    if ('record' in ask) return record(database, ask);
    await database.close();
    reply({ id: ask.id, answer: null });
    port.close();
  });
  reply({ id: openId, answer: null });
}

open().then(serve, (error: unknown) => reply({ id: openId, error: reason(error) }));
