import { Worker } from 'node:worker_threads';
import type { SignupStore, StoreAnswer } from '../../../shared/signup/ports.ts';
import type { Query } from '../../records/owner.ts';
import { readAnswer } from '../answer.ts';
import { readMigrations } from '../migrations.ts';
import { openId, type Question, type Reply } from './messages.ts';

export interface EmbeddedDatabase extends SignupStore {
  query: Query;
  /** The data folder as a gzipped tar, taken between two statements. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Sign-ups that may wait for the database; the next is told to come back. */
const longestQueue = 1024;

/** Beside this file in the source, and beside the bundle under a name of its own in the build. */
const workerFile = (): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? './worker.ts' : './embedded-worker.js',
    import.meta.url,
  );

/** Opens PGlite in a thread of its own, so that a page never waits for a sign-up. */
export async function openDatabase(
  directory: string,
  onCrash: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const waiting = new Map<
    number,
    { resolve: (answer: unknown) => void; reject: (error: Error) => void }
  >();
  const worker = new Worker(workerFile(), {
    workerData: { directory, migrations: await readMigrations() },
  });
  let lastId = openId;
  let isClosing = false;
  const wait = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  const ask = (question: Question): Promise<unknown> => {
    lastId += 1;
    const answer = wait(lastId);
    worker.postMessage({ id: lastId, question });
    return answer;
  };
  const crash = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    onCrash(error);
  };
  worker.on('message', (reply: Reply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply)
      asked?.reject(Object.assign(new Error(reply.error), { code: reply.code }));
    else asked?.resolve(reply.answer);
  });
  worker.on('error', (error) => crash(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => {
    if (!isClosing) crash(new Error(`the database thread ended with ${code}`));
  });
  await wait(openId);
  return {
    async record(attempt, signup): Promise<StoreAnswer> {
      if (waiting.size >= longestQueue) throw new Error('too many sign-ups are waiting');
      return readAnswer(await ask({ record: { attempt, signup } }));
    },
    query: async (statement, parameters = []) =>
      (await ask({ query: { statement, parameters } })) as Record<string, unknown>[],
    dump: async () => (await ask({ dump: true })) as Uint8Array,
    async close() {
      isClosing = true;
      await ask({ close: true });
      await worker.terminate();
    },
  };
}
