import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sending } from './requests.ts';

/** How long silence is borne where an answer is owed, and where none may come; in milliseconds. */
const patienceMs = { owed: 30_000, perhaps: 60 } as const;

/** Enough of an answer to look at. */
const enoughBytes = 512 * 1024;

const endOfHead = '\r\n\r\n';

/** Whether a whole answer has arrived; one whose length is not said ends with its connection. */
export function isWhole(received: string, isHead: boolean): boolean {
  const end = received.indexOf(endOfHead);
  if (end < 0) return false;
  const head = received.slice(0, end);
  if (/^HTTP\/1\.1 100 /.test(head)) return isWhole(received.slice(end + 4), isHead);
  if (isHead || /^HTTP\/1\.1 (204|304) /.test(head)) return true;
  const body = received.length - end - endOfHead.length;
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return body >= Number(length);
  return /^transfer-encoding: chunked/im.test(head) && received.endsWith(`0${endOfHead}`);
}

export interface Exchange {
  /** The answer, byte for character. */
  heard: string;
  /**
   * The server hung up between the pieces, as it may on what it does not want to read. The piece that then
   * cannot be sent makes Node throw away an answer that is there already.
   */
  isCutShort: boolean;
}

/**
 * Sends over a connection of its own, and hears until the answer is whole, the connection has ended or
 * nothing comes any more.
 */
export function exchange(
  port: number,
  { pieces, isCut, isOwed, isHead }: Sending,
): Promise<Exchange> {
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
      if (isWhole(received, isHead) || received.length > enoughBytes) done();
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
