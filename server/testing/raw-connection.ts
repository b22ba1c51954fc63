import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  send(text: string): void;
  /** Everything heard so far, byte for character. */
  heard(): string;
  /** Resolves once the server has hung up. */
  ended: Promise<void>;
}

/** A connection that says whatever a test wants, whenever it wants. */
export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    heard += chunk;
  });
  // Being hung up on is what most of these tests wait for.
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([once(socket, 'connect'), ended]);
  const send = (text: string) => {
    if (socket.writable) socket.write(text, 'latin1');
  };
  return { socket, send, heard: () => heard, ended };
}
