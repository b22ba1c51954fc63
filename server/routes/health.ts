import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import type { RequestHandler } from 'express';
import type { Settings } from '../../shared/settings/schema.ts';
import { carriesToken } from '../http/bearer.ts';
import { type ClientIp, unmapped } from '../http/client-ip.ts';

/** A proxy on this machine connects from loopback for every client, and adds one of these headers. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIPv4(address) && address.startsWith('127.'));

/** Returns whether a program on this machine sent the request, and not a proxy on behalf of another client. */
function isLocal({ headers, socket }: IncomingMessage): boolean {
  const from = unmapped(socket.remoteAddress ?? '');
  // With HOST set to an address of the network, the machine reaches itself from that address.
  const isOwn =
    isLoopbackAddress(from) || (from !== '' && from === unmapped(socket.localAddress ?? ''));
  return isOwn && forwardingHeaders.every((name) => headers[name] === undefined);
}

/** Returns whether the caller may read more than the status: a local program, or one with the metrics token. */
function mayReadDetails(request: IncomingMessage, token: string | undefined): boolean {
  return isLocal(request) || (token !== undefined && carriesToken(request, token));
}

export interface HealthParts {
  settings: Pick<Settings, 'METRICS_TOKEN'>;
  backend: { name: string };
  clientIp: Pick<ClientIp, 'of'>;
  readiness: {
    check: () => Promise<{ ready: boolean; reason?: string }>;
    isDraining: () => boolean;
  };
  version: string;
  revision: string | undefined;
}

/** Handles GET /healthz: says that the process answers. Adds the version for callers that may read details. */
export const handleHealth =
  ({ settings, version }: HealthParts): RequestHandler =>
  (request, response) => {
    const details = mayReadDetails(request, settings.METRICS_TOKEN) ? { version } : {};
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok', ...details });
  };

/**
 * Handles GET /readyz: answers 200 when the server takes sign-ups, and 503 otherwise. A caller that may read details also
 * gets the reason (which may name files, hosts and users), the version, and the address that the caller is counted
 * under. By that address an operator sees whether every visitor is counted as the proxy in front.
 *
 * GET /readyz?pages answers 503 only while the server shuts down, because pages need no database. The proxy sends this
 * request during a rolling restart, because a database that is away must not take a replica out of rotation.
 */
export const handleReadiness =
  ({ settings, backend, clientIp, readiness, version, revision }: HealthParts): RequestHandler =>
  async (request, response) => {
    const { ready, reason } =
      'pages' in request.query
        ? { ready: !readiness.isDraining(), reason: 'shutting down' }
        : await readiness.check();
    const details = mayReadDetails(request, settings.METRICS_TOKEN)
      ? {
          backend: backend.name,
          version,
          revision,
          notReady: ready ? undefined : reason,
          visitor: clientIp.of(request),
        }
      : {};
    response.setHeader('Cache-Control', 'no-store');
    response.status(ready ? 200 : 503).json({ ready, ...details });
  };
