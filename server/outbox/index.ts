import type { OutboxState } from '../../shared/records.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import {
  proxySecretHeader,
  type SignupOutcome,
  visitorHeader,
} from '../../shared/signup/contract.ts';
import type { SignupStore } from '../../shared/signup/ports.ts';
import type { Readiness } from '../backends/backend.ts';
import { createOpenData } from '../backends/embedded/open-data.ts';
import { inProcessFunction } from '../backends/in-process.ts';
import type { Logger } from '../log.ts';
import { readAnswer } from '../outcome.ts';
import type { Signup } from '../signup.ts';
import { createQueue, createTable } from './queue.ts';
import { type Replay, type SendKept, startReplay } from './replay.ts';
import { readState } from './state.ts';

/** Sign-ups that wait for a function out of reach, kept in `DATA_DIR`. */
export interface Outbox {
  /** Opens the data and begins to send what waits. Never rejects. */
  open(): Promise<void>;
  /**
   * Judges a sign-up as the function would, and keeps it. Never rejects; anything but success: not kept.
   * @param visitor whom it is counted under.
   */
  keep(signup: Signup, visitor: string | null): Promise<SignupOutcome>;
  /** Rejects while the data is not open. */
  state(): Promise<OutboxState>;
  readiness(): Readiness;
  close(): Promise<void>;
}

/**
 * The function itself judges what is kept, in this process: the same rules in the same order, with the
 * visitor counted and the token verified here. Only where its store would save, the outbox keeps.
 */
export function createOutbox(settings: Settings, log: Logger, send: SendKept): Outbox {
  let replay: Replay | undefined;
  let isClosed = false;
  const data = createOpenData(settings.DATA_DIR, log, {
    prepare: ({ database }) => createTable(database),
    onWaiting: () => replay?.wake(),
  });
  const database = async () => (await data.opened()).database;
  const queue = createQueue(database);
  const store: SignupStore = {
    async record(attempt, signup) {
      const counted = attempt
        ? await (await database()).record(attempt, null)
        : { visitorRetryAfterSeconds: null };
      if (!signup || counted.visitorRetryAfterSeconds !== null) return { ...counted, saved: false };
      await queue.keep(signup);
      replay?.wake();
      return { visitorRetryAfterSeconds: null, saved: true };
    },
  };
  const secret = async () => settings.IP_HASH_SECRET ?? (await data.opened()).ipHashSecret;
  const { function: judge, proxySecret } = inProcessFunction(settings, store, secret, log);
  return {
    async open() {
      await data.open();
      if (!isClosed) replay = startReplay({ queue, send, log });
    },
    async keep(signup, visitor) {
      const vouched = visitor === null ? {} : { [visitorHeader]: visitor };
      const response = await judge.fetch(judge.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          [proxySecretHeader]: proxySecret,
          ...vouched,
        },
        body: JSON.stringify(signup),
      });
      return readAnswer(response);
    },
    state: async () => readState((await database()).promptly),
    readiness: data.readiness,
    async close() {
      isClosed = true;
      replay?.stop();
      await data.close();
    },
  };
}
