import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const listenRemedies: Record<string, string> = {
  EADDRINUSE: 'Another process has this port: end it, or set PORT to another one.',
  EACCES: 'Only root may listen on a port below 1024: set PORT to a higher one.',
  EADDRNOTAVAIL: 'This machine has no such address: set HOST to one of its addresses.',
  EAFNOSUPPORT: 'This machine has no IPv6: set HOST to an address of IPv4.',
  ENOTFOUND: 'The name does not resolve: set HOST to an address of this machine.',
  EAI_AGAIN: 'The name does not resolve: set HOST to an address of this machine.',
};

/**
 * Connections that wait to be accepted. With Node’s 511, the kernel drops connections of others when one client opens
 * some thousand in a second. The others try again a second later. The kernel’s own bound is `net.core.somaxconn`,
 * 4,096.
 */
const backlog = 4_096;

/** Resolves with the address once the server listens. Rejects with a remedy if the server cannot listen. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen({ port, host, backlog });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${error.message}. ${listenRemedies[error.code ?? ''] ?? ''}`);
  });
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}
