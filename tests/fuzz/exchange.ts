import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sending } from './requests.ts';

/** How long silence is borne where an answer is owed, and where none may come; in milliseconds. */
const patienceMs = { owed: 30_000, perhaps: 60 } as const;

export interface Exchange {
  /** The answer, byte for character. */
  heard: string;
  /**
   * The server hung up between the pieces, as it may on what it does not want to read. The piece that then
   * cannot be sent makes Node throw away an answer that is there already.
   */
  isCutShort: boolean;
}

/** Sends over a connection of its own, and hears until it has ended or nothing comes any more. */
export function exchange(port: number, { pieces, isCut, isOwed }: Sending): Promise<Exchange> {
  return new Promise((resolve) => {
    let received = '';
    let isCutShort = false;
    const socket = connect(port, '127.0.0.1');
    const done = () => {
      socket.destroy();
      resolve({ heard: received, isCutShort });
    };
    socket.setNoDelay(true).setEncoding('latin1');
    socket.setTimeout(isOwed ? patienceMs.owed : patienceMs.perhaps, done);
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', () => {
      isCutShort = pieces.length > 1;
    });
    socket.on('close', () => resolve({ heard: received, isCutShort }));
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.writable) socket.write(piece);
        await nextTurn();
      }
      if (isCut) socket.resetAndDestroy();
    });
  });
}
