import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';
import { atEnd } from '../../shared/testing/at-end.ts';

/**
 * Starts a DNS server on the loopback that knows TXT records alone. It ends with the test.
 * @param records name → its TXT records, each as one text or in parts. A name with an empty list has other records. The
 *   test may change them.
 * @returns the address with the port.
 */
export async function startDnsServer(
  records: Record<string, (string | string[])[]>,
): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id = 0, questions = [] } = decode(message);
    const name = questions[0]?.name ?? '';
    const answers = (records[name] ?? []).map((data) => ({ type: 'TXT' as const, name, data }));
    // Code 3 says that there is no such name.
    const flags = records[name] ? 0 : 3;
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  atEnd(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}
