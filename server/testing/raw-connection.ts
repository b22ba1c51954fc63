import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Opens a connection over which a test can send any bytes at any time.
 * @param localAddress where it comes from; each address of 127.0.0.0/8 is one visitor.
 */
export async function connectRaw(port: number, localAddress?: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let heard = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    heard += chunk;
  });
  // Most tests wait for the server to close the connection.
  socket.on('error', () => {});
  /** Resolves once the connection is closed. */
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([once(socket, 'connect'), ended]);
  const send = (text: string) => {
    if (socket.writable) socket.write(text, 'latin1');
  };
  return {
    socket,
    send,
    /** What has come so far, one character for each byte. */ heard: () => heard,
    ended,
  };
}
