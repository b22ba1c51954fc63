import { Worker } from 'node:worker_threads';
import type { SignupStore, StoreAnswer } from '../../../shared/signup/ports.ts';
import { readAnswer } from '../answer.ts';
import { readMigrations } from '../migrations.ts';
import { type Ask, openId, type Reply } from './messages.ts';

export interface EmbeddedDatabase extends SignupStore {
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
  const ask = (message: (id: number) => Ask): Promise<unknown> => {
    if (waiting.size >= longestQueue) throw new Error('too many sign-ups are waiting');
    lastId += 1;
    const answer = wait(lastId);
    worker.postMessage(message(lastId));
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
    if ('error' in reply) asked?.reject(new Error(reply.error));
    else asked?.resolve(reply.answer);
  });
  worker.on('error', (error) => crash(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => {
    if (!isClosing) crash(new Error(`the database thread ended with ${code}`));
  });
  await wait(openId);
  return {
    async record(attempt, signup): Promise<StoreAnswer> {
      return readAnswer(await ask((id) => ({ id, record: { attempt, signup } })));
    },
    async close() {
      isClosing = true;
      await ask((id) => ({ id, close: true }));
      await worker.terminate();
    },
  };
}
