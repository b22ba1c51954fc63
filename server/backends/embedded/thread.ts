import { Worker } from 'node:worker_threads';
import { readMigrations } from '../migrations.ts';
import { createWatchdog } from '../watchdog.ts';
import { fitCompiler } from './compiler.ts';
import { type Ask, openId, type Question, type Reply } from './messages.ts';

export interface DatabaseThread {
  /** Rejects with what the database says, its code as `code`, or where the thread has ended. */
  ask(question: Question): Promise<unknown>;
  /** Questions without an answer yet. */
  waiting(): number;
  /** Asks for an orderly end, waits for it, and stops the thread. */
  close(): Promise<void>;
}

/**
 * Milliseconds without any answer after which the thread counts as lost. Where PostgreSQL cannot write its
 * log (the disk says no) it panics, and what panics in PGlite spins for ever. A sign-up must hear of it
 * before its own time is up; a first opening, an export or a backup may take long.
 */
const silenceMs = { record: 6_000, other: 120_000 } as const;

interface Waiting {
  isSlow: boolean;
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
  fitCompiler();
  const waiting = new Map<number, Waiting>();
  const worker = new Worker(workerFile(), {
    workerData: { directory, migrations: await readMigrations() },
  });
  let state: 'opening' | 'open' | 'over' = 'opening';
  let lastId = openId;
  const unsent: Ask[] = [];
  let slow = 0;
  const watchdog = createWatchdog(() => void worker.terminate());
  const watch = (): void => {
    if (waiting.size === 0) watchdog.rest();
    else watchdog.watch(slow > 0 ? silenceMs.other : silenceMs.record);
  };
  const answerTo = (id: number, isSlow: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(id, { isSlow, resolve, reject });
      if (isSlow) slow += 1;
      if (isSlow || waiting.size === 1) watch();
    });
  const post = (question: Question): Promise<unknown> => {
    lastId += 1;
    // What is asked in one turn of the event loop travels in one message.
    if (unsent.length === 0) setImmediate(() => worker.postMessage(unsent.splice(0)));
    unsent.push({ id: lastId, question });
    const isPrompt = 'record' in question || 'close' in question || 'isPrompt' in question;
    return answerTo(lastId, !isPrompt);
  };
  const stopped = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    watchdog.rest();
    if (state === 'open') onCrash(error);
    state = 'over';
  };
  const settle = (reply: Reply): void => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (asked?.isSlow) slow -= 1;
    if ('error' in reply)
      asked?.reject(Object.assign(new Error(reply.error), { code: reply.code }));
    else asked?.resolve(reply.answer);
  };
  worker.on('message', (replies: Reply[]) => {
    replies.forEach(settle);
    watch();
  });
  worker.on('error', (error) => stopped(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => stopped(new Error(`the database thread ended with ${code}`)));
  try {
    await answerTo(openId, true);
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
