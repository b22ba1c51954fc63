import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inUseCode, recordsSocketName } from '../../shared/records.ts';
import { backendOf } from '../../shared/settings/backend.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { isLocked } from '../check/data-folder.ts';
import { Failure } from '../failure.ts';
import { ownProcess, whenEnded } from '../server-process.ts';
import { type Conversation, converse } from './conversation.ts';

/** Whoever holds the sign-ups, for as long as one command needs them. */
export interface Owner extends Conversation {
  /** The running server, or a process that we started. */
  kind: 'server' | 'process';
  close(): Promise<void>;
}

/** How long a records process may take to end after its input did, in milliseconds. */
const farewellMs = 5000;

/** How long a server may take to open its data before it can be asked, in milliseconds. */
const patienceMs = 30_000;

/** The server’s socket; null where nobody listens, whatever is left of it on the disk. */
function throughSocket(path: string): Promise<Owner | null> {
  return new Promise((found) => {
    if (!existsSync(path)) return found(null);
    const socket = connect(path);
    socket.once('error', () => found(null));
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      // A connection that breaks ends the conversation, which says so.
      socket.on('error', () => {});
      found({
        kind: 'server',
        ...converse(socket, socket),
        close: async () => void socket.destroy(),
      });
    });
  });
}

/** Whether a server has the data in this folder, whatever the settings say by now. */
export async function hasServer(folder: string): Promise<boolean> {
  const server = await throughSocket(join(resolve(folder), recordsSocketName));
  await server?.close();
  return server !== null;
}

/** A process of our own, which takes the lock of the data or connects to the database. */
function throughProcess(parameters: readonly string[] = []): Owner {
  const child = ownProcess('records', { stdio: ['pipe', 'pipe', 'pipe'] }, {}, parameters);
  if (!child.stdin || !child.stdout || !child.stderr) throw new Error('no pipes to the process');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  child.stdin.on('error', () => {});
  const ended = whenEnded(child);
  const { stdin, stdout } = child;
  return {
    kind: 'process',
    ...converse(stdout, stdin, async () => {
      await ended;
      return said.trim();
    }),
    async close() {
      stdin.end();
      const late = setTimeout(() => child.kill(), farewellMs);
      await ended.finally(() => clearTimeout(late));
    },
  };
}

/** Throws a Failure where the settings do not say where the rows are. */
export function requireDatabase(settings: Settings): void {
  if (!settings.SUPABASE_URL || settings.DATABASE_URL) return;
  throw new Failure(
    'no_database',
    'the rows live in Supabase, and only the project’s database shows them',
    'Set DATABASE_URL to the connection string of the project (Connect → Session pooler).',
  );
}

/** A process that took the lock; null where somebody was faster. */
async function throughLock(parameters: readonly string[]): Promise<Owner | null> {
  const owner = throughProcess(parameters);
  try {
    await owner.ask({ method: 'ping' });
    return owner;
  } catch (error) {
    await owner.close();
    if (error instanceof Failure && error.code === inUseCode) return null;
    throw error;
  }
}

/** The server that has the data, once it has opened it; a process of our own where nobody has it. */
async function ownerOf(folder: string, parameters: readonly string[] = []): Promise<Owner> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const server = await throughSocket(join(folder, recordsSocketName));
    const owner = server ?? (isLocked(folder) ? null : await throughLock(parameters));
    if (owner) return owner;
    if (Date.now() > deadline) break;
    await pause(100);
  }
  throw new Failure(
    inUseCode,
    `${folder} is in use by another process, which does not answer`,
    'Stop that process (`fuser` or `lsof` on owner.lock names it), or name another folder.',
  );
}

/**
 * Finds the owner of the sign-ups; the terminal itself never opens them. Waits for a server that starts.
 * Throws a Failure where the settings name no database that it could be, or the owner does not answer.
 */
export async function reachOwner(settings: Settings): Promise<Owner> {
  requireDatabase(settings);
  if (backendOf(settings) !== 'sqlite') return throughProcess();
  return ownerOf(resolve(settings.DATA_DIR));
}

/** Finds the owner of the outbox, which lies in `DATA_DIR` whatever the backend. Throws as {@link reachOwner}. */
export const reachOutbox = (settings: Settings): Promise<Owner> =>
  ownerOf(resolve(settings.DATA_DIR), ['outbox']);
