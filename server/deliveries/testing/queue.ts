import { vi } from 'vitest';
import { acceptedSignup } from '../../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createLog } from '../../observability/log.ts';
import { createSqliteDeliveries } from '../../stores/sqlite/delivery-queue.ts';
import { createSqliteEntries } from '../../stores/sqlite/entries.ts';
import { createSqliteFile } from '../../stores/sqlite/file.ts';
import { createSqliteStore } from '../../stores/sqlite/store.ts';
import { silentLog } from '../../testing/silent-log.ts';

/**
 * Opens a queue in a new SQLite file, with a clock that the test moves. Each sign-up asks for a confirmation, and queues
 * an event with `queuesEvents`.
 * @param emails addresses that have signed up.
 */
export async function openQueue(emails: readonly string[], queuesEvents = false) {
  const folder = temporaryFolder();
  const file = createSqliteFile(folder);
  file.open();
  atEnd(file.close);
  const time = { now: new Date() };
  const clock = () => time.now;
  const store = createSqliteStore(file, clock);
  const signUp = (email: string, asksConfirmation = true) =>
    store.record(null, { ...acceptedSignup, email, asksConfirmation, queuesEvents });
  for (const email of emails) await signUp(email);
  const get = (statement: string, ...values: string[]) =>
    file.commit(({ connection }) => connection.prepare(statement).get(...values));
  const queue = createSqliteDeliveries(file, 100, queuesEvents, clock);
  return {
    folder,
    queue,
    entries: createSqliteEntries(file, queuesEvents, clock),
    get,
    run: (statement: string, ...values: string[]) =>
      file.commit(({ connection }) => void connection.prepare(statement).run(...values)),
    has: async (email: string) =>
      (await get('select 1 from signups where email = ?', email)) !== undefined,
    signUp,
    parts: { queue, log: silentLog, count: vi.fn(), now: clock },
    clock,
    later: (seconds: number) => {
      time.now = new Date(time.now.getTime() + seconds * 1000);
    },
  };
}

/** Returns a log that collects its lines, each without its time. */
export async function readableLog() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const { time: _time, ...rest } = JSON.parse(line);
    lines.push(rest);
  };
  return { lines, log: await createLog('trace', { write }) };
}
