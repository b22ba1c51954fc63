import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens on, below those (32,768 and up) that a system gives to whoever asks for any. */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_768);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.close();
  return isFree ? port : freePort();
}
