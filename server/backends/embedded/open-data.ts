import { resolve } from 'node:path';
import type { Logger } from '../../log.ts';
import type { RecordsSocket } from '../../records/socket.ts';
import type { Readiness } from '../backend.ts';
import { keepTrying } from '../keep-trying.ts';
import { isInUse } from './lock.ts';
import { type OwnedData, ownData } from './owned-data.ts';

/**
 * Milliseconds in which another process that has the data, such as a command of the terminal or a server
 * that ends, may let go of it before anybody is turned away.
 */
const lockPatienceMs = 3_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** The terminal’s way to the data. Without it sign-ups are still taken, so a failure is only told. */
async function listen(
  { database: { query, dump }, directory }: OwnedData,
  log: Logger,
  onWaiting: () => void,
): Promise<RecordsSocket | undefined> {
  try {
    const { listenForRecords } = await import('../../records/socket.ts');
    return await listenForRecords(directory, { backend: 'embedded', query, dump, onWaiting }, log);
  } catch (error) {
    log.error({ err: error }, 'the terminal cannot ask for sign-ups while this server runs');
    return undefined;
  }
}

/** Embedded data that is opened, and opened again whenever its thread is lost. */
export interface OpenData {
  /** Resolves once it is open. Never rejects. */
  open(): Promise<void>;
  /**
   * The data; waits for the first try, and for a short while where another process has the data. Rejects
   * with the reason where it is not open then.
   */
  opened(): Promise<OwnedData>;
  readiness(): Readiness;
  /** Lets a try that is under way end, so that a first start leaves no half-made database behind. */
  close(): Promise<void>;
}

interface Hooks {
  /** Is done each time it opens, before anybody may use it. */
  prepare?: (data: OwnedData) => Promise<void>;
  /** The terminal let something in the outbox wait again. */
  onWaiting?: () => void;
}

/**
 * Takes a folder and keeps its database open, trying again for as long as it takes; nothing happens
 * before `open`.
 */
export function createOpenData(
  folder: string,
  log: Logger,
  { prepare = async () => {}, onWaiting = () => {} }: Hooks = {},
): OpenData {
  const directory = resolve(folder);
  const tried = Promise.withResolvers<void>();
  let data: OwnedData | undefined;
  let records: RecordsSocket | undefined;
  let reason = 'the embedded database is being opened';
  let isClosed = false;
  let underWay: Promise<void> = Promise.resolve();
  const letGo = async (why: string): Promise<void> => {
    const [socket, owned] = [records, data];
    [records, data, reason] = [undefined, undefined, why];
    await socket?.close();
    await owned?.close();
  };
  const openOnce = async (): Promise<void> => {
    let lost: Error | undefined;
    const owned = await ownData(directory, log, (error) => {
      lost = error;
      if (data) void crashed(error);
    });
    try {
      await prepare(owned);
      if (lost) throw lost;
    } catch (error) {
      await owned.close();
      throw error;
    }
    if (isClosed) return owned.close();
    data = owned;
    records = await listen(data, log, onWaiting);
  };
  const tryToOpen = (): Promise<void> => {
    underWay = openOnce();
    return underWay;
  };
  const keepOpening = (): Promise<void> => {
    const begun = performance.now();
    const mayEndSoon = (error: unknown) =>
      isInUse(error) && performance.now() - begun < lockPatienceMs;
    return keepTrying(tryToOpen, {
      isOver: () => isClosed,
      onFailure: (error) => {
        reason = reasonOf(error);
        if (!mayEndSoon(error)) tried.resolve();
        log.error({ reason }, 'the embedded database cannot be opened yet');
      },
    });
  };
  const crashed = async (error: Error): Promise<void> => {
    log.error({ err: error }, 'the embedded database stopped; it is opened again');
    await letGo(error.message).catch(() => {});
    if (!isClosed) await keepOpening();
  };
  return {
    async open() {
      await keepOpening();
      tried.resolve();
    },
    async opened() {
      // Who signs up in the first seconds waits for them and is not turned away.
      await tried.promise;
      if (!data) throw new Error(reason);
      return data;
    },
    readiness: () => (data ? { ready: true } : { ready: false, reason }),
    async close() {
      isClosed = true;
      tried.resolve();
      await underWay.catch(() => {});
      await letGo('the database is closed');
    },
  };
}
