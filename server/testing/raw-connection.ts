import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection that says whatever a test wants, whenever it wants. */
export async function connectRaw(port: number) {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    heard += chunk;
  });
  // Being hung up on is what most of these tests wait for.
  socket.on('error', () => {});
  /** Resolves once the server has hung up. */
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([once(socket, 'connect'), ended]);
  const send = (text: string) => {
    if (socket.writable) socket.write(text, 'latin1');
  };
  return { socket, send, /** Byte for character. */ heard: () => heard, ended };
}
