import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { recordsSocketName } from '../../shared/records.ts';
import type { Logger } from '../log.ts';
import { converse } from './conversation.ts';
import type { RecordsOwner } from './owner.ts';

export interface RecordsSocket {
  close(): Promise<void>;
}

/** What the systems we know have room for in a socket’s path, in bytes; past it they cut it off. */
const longestPath = 103;

/**
 * Listens where only this user can ask. To be called by the holder of the directory’s lock only:
 * a socket that is there already is one that a killed server left.
 * Throws where the path is too long for a socket.
 */
export async function listenForRecords(
  directory: string,
  owner: RecordsOwner,
  log: Logger,
): Promise<RecordsSocket> {
  const path = join(directory, recordsSocketName);
  if (Buffer.byteLength(path) > longestPath) {
    throw new Error(
      `${path} is too long for a socket: the records can be read while it stops only`,
    );
  }
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  // Half open: who has asked everything may end its side and still wants to hear the answers.
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    await converse(socket, socket, owner).catch((err: unknown) =>
      log.debug({ err }, 'a records conversation broke off'),
    );
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  // The socket is made within `listen`, with the mode that the mask leaves.
  const mask = process.umask(0o177);
  server.listen(path, listening.resolve);
  process.umask(mask);
  await listening.promise;
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
