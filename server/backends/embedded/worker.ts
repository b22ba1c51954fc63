import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { saveManyStatement } from '../migrations.ts';
import { type Ask, openId, type Question, type RecordQuestion, type Reply } from './messages.ts';
import { templateFor } from './template.ts';
import { createTurns } from './turns.ts';

interface Task {
  directory: string;
  migrations: string[];
}

if (!parentPort) throw new Error('The embedded database runs in a thread of its own.');
const port = parentPort;
const { directory, migrations } = workerData as Task;
const reply = (replies: Reply[]): void => port.postMessage(replies);

const failure = (id: number, error: unknown): Reply => ({
  id,
  error: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
});

async function open(): Promise<PGlite> {
  const loadDataDir = await templateFor(directory);
  const database = await PGlite.create(directory, loadDataDir ? { loadDataDir } : {});
  for (const migration of migrations) await database.exec(migration);
  return database;
}

/** Saves many sign-ups in one transaction, which waits for the disk once. @returns their answers, in order. */
async function saveAll(database: PGlite, asked: readonly RecordQuestion[]): Promise<unknown[]> {
  const { rows } = await database.query<{ answer: unknown }>(saveManyStatement, [
    JSON.stringify(asked.map(({ record }) => record)),
  ]);
  return rows.map(({ answer }) => answer);
}

async function answerTo(question: Question, database: PGlite): Promise<unknown> {
  if ('record' in question) return (await saveAll(database, [question]))[0];
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
  const one = async ({ id, question }: Ask): Promise<Reply> => {
    try {
      return { id, answer: await answerTo(question, database) };
    } catch (error) {
      return failure(id, error);
    }
  };
  const turns = createTurns({
    one,
    async many(asks) {
      const answers = await saveAll(
        database,
        asks.map(({ question }) => question),
      );
      return asks.map(({ id }, index) => ({ id, answer: answers[index] }));
    },
    reply,
    // After the last answer nobody asks any more.
    onClose: () => port.close(),
  });
  port.on('message', (asks: Ask[]) => turns.take(asks));
  reply([{ id: openId, answer: null }]);
}

open().then(serve, (error: unknown) => reply([failure(openId, error)]));
