import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ports that this process has got. The program for which it got a port may not listen there yet. */
const given = new Set<number>();

/**
 * Returns a port on which no process listens, and each port once. It is below 32,768, where the system takes ports for
 * connections.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_768);
  if (given.has(port)) return freePort();
  given.add(port);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.close();
  return isFree ? port : freePort();
}
