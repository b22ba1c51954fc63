import { once } from 'node:events';
import type { Server } from 'node:http';
import { readSettings } from '../../shared/settings/read.ts';
import { createApp } from '../app.ts';
import { createContext, type Parts } from '../context.ts';
import { createHttpServer, type Limits } from '../listener.ts';
import { createFixtureSite } from './fixture-site.ts';

/** The whole server on a free port over a small site. Close it when done. */
export async function startTestServer(
  environment: Record<string, string> = {},
  parts: Parts = {},
  limits?: Limits,
) {
  const read = readSettings({ environment: { LOG_LEVEL: 'silent', ...environment }, file: {} });
  if (!read.ok) throw new Error(JSON.stringify(read.report.filter((line) => line.problem)));
  const site = createFixtureSite();
  const context = await createContext(read.settings, site, parts);
  const app = createApp(context);
  const server: Server = createHttpServer(context, async () => app, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await context.close();
    site.remove();
  };
  return { server, context, site, close };
}
