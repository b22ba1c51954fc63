import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { saveStatement } from '../migrations.ts';
import { type Ask, openId, type Question, type Reply } from './messages.ts';

interface Task {
  directory: string;
  migrations: string[];
}

if (!parentPort) throw new Error('The embedded database runs in a thread of its own.');
const port = parentPort;
const { directory, migrations } = workerData as Task;
const reply = (message: Reply): void => port.postMessage(message);

const failure = (id: number, error: unknown): Reply => ({
  id,
  error: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
});

async function open(): Promise<PGlite> {
  const database = await PGlite.create(directory);
  for (const migration of migrations) await database.exec(migration);
  return database;
}

async function answerTo(question: Question, database: PGlite): Promise<unknown> {
  if ('record' in question) {
    const { attempt, signup } = question.record;
    const { rows } = await database.query<{ answer: unknown }>(saveStatement, [
      attempt?.visitorHash ?? null,
      attempt?.limitPerHour ?? null,
      signup,
    ]);
    return rows[0]?.answer;
  }
  if ('query' in question) {
    const { statement, parameters } = question.query;
    return (await database.query(statement, [...parameters])).rows;
  }
  if ('dump' in question) {
    return new Uint8Array(await (await database.dumpDataDir('gzip')).arrayBuffer());
  }
  return database.close();
}

function serve(database: PGlite): void {
  port.on('message', async ({ id, question }: Ask) => {
    try {
      reply({ id, answer: await answerTo(question, database) });
    } catch (error) {
      reply(failure(id, error));
    }
    if ('close' in question) port.close();
  });
  reply({ id: openId, answer: null });
}

open().then(serve, (error: unknown) => reply(failure(openId, error)));
