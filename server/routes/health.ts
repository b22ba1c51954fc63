import type { Request, RequestHandler } from 'express';
import type { ClientIp } from '../http/client-ip.ts';

export const handleHealth =
  (version: string): RequestHandler =>
  (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok', version });
  };

export interface ReadinessParts {
  version: string;
  /** Commit that was built; undefined where the build could not tell. */
  revision: string | undefined;
  backend: { name: string };
  readiness: { check(): Promise<{ ready: boolean; reason?: string }> };
  clientIp: Pick<ClientIp, 'of'>;
}

const loopback: ReadonlySet<string | undefined> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Asked on the machine itself, and not through a proxy on it: a reason may name files, hosts and users. */
const mayKnowReason = ({ headers, socket }: Request): boolean =>
  loopback.has(socket.remoteAddress) && headers['x-forwarded-for'] === undefined;

/** `/readyz`: it can take sign-ups, or what it waits for. */
export const handleReadiness =
  ({ version, revision, backend, readiness, clientIp }: ReadinessParts): RequestHandler =>
  async (request, response) => {
    const { ready, reason } = await readiness.check();
    const notReady = mayKnowReason(request) ? reason : 'the log says why';
    response.setHeader('Cache-Control', 'no-store');
    response.status(ready ? 200 : 503).json({
      ready,
      backend: backend.name,
      version,
      revision,
      ...(ready ? {} : { notReady }),
      // So that an operator sees at once when every visitor is counted as the proxy in front.
      visitor: clientIp.of(request),
    });
  };
