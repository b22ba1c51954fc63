import type { Request, RequestHandler } from 'express';
import type { ClientIp } from '../http/client-ip.ts';

export const handleHealth =
  (version: string): RequestHandler =>
  (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok', version });
  };

const loopback: ReadonlySet<string | undefined> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Asked on the machine itself, and not through a proxy on it: a reason may name files, hosts and users. */
const mayKnowReason = ({ headers, socket }: Request): boolean =>
  loopback.has(socket.remoteAddress) && headers['x-forwarded-for'] === undefined;

type Check = () => Promise<{ ready: boolean; reason?: string }>;

/** `/readyz`: it can take sign-ups, or what it waits for, and what else is told of it. */
export const handleReadiness =
  (check: Check, clientIp: ClientIp, told: object): RequestHandler =>
  async (request, response) => {
    const { ready, reason } = await check();
    const notReady = mayKnowReason(request) ? reason : 'the log says why';
    response.setHeader('Cache-Control', 'no-store');
    response.status(ready ? 200 : 503).json({
      ready,
      ...told,
      ...(ready ? {} : { notReady }),
      // So that an operator sees at once when every visitor is counted as the proxy in front.
      visitor: clientIp.of(request),
    });
  };
