import { resolve } from 'node:path';
import type { Settings } from '../../../shared/settings.ts';
import type { SignupStore } from '../../../shared/signup/ports.ts';
import type { Logger } from '../../log.ts';
import type { RecordsSocket } from '../../records/socket.ts';
import type { Backend } from '../backend.ts';
import { inProcessFunction } from '../in-process.ts';
import { keepTrying } from '../keep-trying.ts';
import { type OwnedData, ownData } from './owned-data.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** The terminal’s way to the sign-ups. Without it they are still taken, so a failure is only told. */
async function listen(data: OwnedData, log: Logger): Promise<RecordsSocket | undefined> {
  const { query, dump } = data.database;
  try {
    const { listenForRecords } = await import('../../records/socket.ts');
    return await listenForRecords(data.directory, { backend: 'embedded', query, dump }, log);
  } catch (error) {
    log.error({ err: error }, 'the terminal cannot ask for sign-ups while this server runs');
    return undefined;
  }
}

/** The function runs in this process, the rows live in PGlite in `DATA_DIR`. */
export function createEmbeddedBackend(settings: Settings, log: Logger): Backend {
  const directory = resolve(settings.DATA_DIR);
  const tried = Promise.withResolvers<void>();
  let data: OwnedData | undefined;
  let records: RecordsSocket | undefined;
  let reason = 'the embedded database is being opened';
  let isClosed = false;
  const letGo = async (why: string): Promise<void> => {
    const [socket, owned] = [records, data];
    [records, data, reason] = [undefined, undefined, why];
    await socket?.close();
    await owned?.close();
  };
  const openOnce = async (): Promise<void> => {
    data = await ownData(directory, log, crashed);
    records = await listen(data, log);
  };
  const keepOpening = (): Promise<void> =>
    keepTrying(openOnce, {
      isOver: () => isClosed,
      onFailure: (error) => {
        reason = reasonOf(error);
        tried.resolve();
        log.error({ reason }, 'the embedded database cannot be opened yet');
      },
    });
  const crashed = async (error: Error): Promise<void> => {
    log.error({ err: error }, 'the embedded database stopped; it is opened again');
    await letGo(error.message).catch(() => {});
    if (!isClosed) await keepOpening();
  };
  const opened = async (): Promise<OwnedData> => {
    // Who signs up in the first seconds waits for them and is not turned away.
    await tried.promise;
    if (!data) throw new Error(reason);
    return data;
  };
  const store: SignupStore = {
    record: async (attempt, signup) => (await opened()).database.record(attempt, signup),
  };
  const secret = async () => settings.IP_HASH_SECRET ?? (await opened()).ipHashSecret;
  return {
    name: 'embedded',
    ...inProcessFunction(settings, store, secret, log),
    async open() {
      await keepOpening();
      tried.resolve();
    },
    readiness: async () => (data ? { ready: true } : { ready: false, reason }),
    async close() {
      isClosed = true;
      tried.resolve();
      await letGo('the database is closed');
    },
  };
}
