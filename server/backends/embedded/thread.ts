import { Worker } from 'node:worker_threads';
import { readMigrations } from '../migrations.ts';
import { type Ask, openId, type Question, type Reply } from './messages.ts';

export interface DatabaseThread {
  /** Rejects with what the database says, its code as `code`, or where the thread has ended. */
  ask(question: Question): Promise<unknown>;
  /** Questions without an answer yet. */
  waiting(): number;
  /** Asks for an orderly end, waits for it, and stops the thread. */
  close(): Promise<void>;
}

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** Beside this file in the source, and beside the bundle under a name of its own in the build. */
const workerFile = (): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? './worker.ts' : './embedded-worker.js',
    import.meta.url,
  );

/**
 * Starts the thread and resolves once its database is open; rejects, having stopped it, where it cannot be.
 * @param onCrash is told once when an open database’s thread ends unasked.
 */
export async function startThread(
  directory: string,
  onCrash: (error: Error) => void,
): Promise<DatabaseThread> {
  const waiting = new Map<number, Waiting>();
  const worker = new Worker(workerFile(), {
    workerData: { directory, migrations: await readMigrations() },
  });
  let state: 'opening' | 'open' | 'over' = 'opening';
  let lastId = openId;
  const unsent: Ask[] = [];
  const answerTo = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  const post = (question: Question): Promise<unknown> => {
    lastId += 1;
    // What is asked in one turn of the event loop travels in one message.
    if (unsent.length === 0) setImmediate(() => worker.postMessage(unsent.splice(0)));
    unsent.push({ id: lastId, question });
    return answerTo(lastId);
  };
  const stopped = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    if (state === 'open') onCrash(error);
    state = 'over';
  };
  const settle = (reply: Reply): void => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply)
      asked?.reject(Object.assign(new Error(reply.error), { code: reply.code }));
    else asked?.resolve(reply.answer);
  };
  worker.on('message', (replies: Reply[]) => replies.forEach(settle));
  worker.on('error', (error) => stopped(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => stopped(new Error(`the database thread ended with ${code}`)));
  try {
    await answerTo(openId);
    state = 'open';
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    async ask(question) {
      if (state !== 'open') throw new Error('the database is closed');
      return post(question);
    },
    waiting: () => waiting.size,
    async close() {
      if (state !== 'open') return;
      state = 'over';
      await post({ close: true }).catch(() => {});
      await worker.terminate();
    },
  };
}
