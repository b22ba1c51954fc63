import type { SignupStore, StoreAnswer } from '../../../shared/signup/ports.ts';
import { readAnswer } from '../../../shared/signup/store-answer.ts';
import type { Query } from '../../records/owner.ts';
import { startThread } from './thread.ts';

export interface EmbeddedDatabase extends SignupStore {
  query: Query;
  /** A query that a sign-up waits for: without an answer in its time, the thread counts as lost. */
  promptly: Query;
  /** The data folder as a gzipped tar, taken between two statements. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

type Row = Record<string, unknown>;

/** Sign-ups that may wait for the database; the next is told to come back. */
const longestQueue = 1024;

/** Opens PGlite in a thread of its own, so that a page never waits for a sign-up. */
export async function openDatabase(
  directory: string,
  onCrash: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const thread = await startThread(directory, onCrash);
  return {
    async record(attempt, signup): Promise<StoreAnswer> {
      if (thread.waiting() >= longestQueue) throw new Error('too many sign-ups are waiting');
      return readAnswer(await thread.ask({ record: { attempt, signup } }));
    },
    query: async (statement, parameters = []) =>
      (await thread.ask({ query: { statement, parameters } })) as Row[],
    promptly: async (statement, parameters = []) =>
      (await thread.ask({ query: { statement, parameters }, isPrompt: true })) as Row[],
    dump: async () => (await thread.ask({ dump: true })) as Uint8Array,
    close: () => thread.close(),
  };
}
