import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../../shared/testing/at-end.ts';
import { createApp } from '../app.ts';
import { createContext, type Parts } from '../context.ts';
import { createHttpServer, type Limits } from '../http/listener.ts';
import { createFixtureSite } from './fixture-site.ts';
import { testSettings } from './settings.ts';

/** Starts the whole server on a free port with a small build. The server ends after the tests. */
export async function startTestServer(
  environment: Record<string, string> = {},
  parts: Parts = {},
  limits?: Limits,
) {
  const settings = testSettings({ LOG_LEVEL: 'silent', ...environment });
  const context = await createContext(settings, createFixtureSite(), parts);
  const server = createHttpServer(createApp(context), context, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await context.close();
  };
  atEnd(close);
  return { server, port, context, close };
}
