import { site } from '../shared/site.ts';
import { createApp } from './app.ts';
import { readEnvFile, requireSettings, unknownNames, type Variables } from './config.ts';
import { createContext, type Parts } from './context.ts';
import { createHttpServer } from './http/listener.ts';
import { listen } from './lifecycle/listen.ts';
import { openBackend, openOrTimeout } from './lifecycle/open-backend.ts';
import { shutDown } from './lifecycle/shut-down.ts';
import { type Host, stopOnSignals } from './lifecycle/signals.ts';
import { fromRoot } from './stores/installed-files.ts';

/** What the server uses of its process. Tests pass a stand-in. */
export interface ServerHost extends Host {
  env: Variables;
  stderr: { write(text: string): unknown };
}

/** Resolves once the server listens and its backend is open. Rejects with the reason if the server cannot start. */
async function start(host: ServerHost, root: string, parts: Parts): Promise<void> {
  const settings = requireSettings(host.env);
  const context = await createContext(settings, root, parts);
  const server = createHttpServer(createApp(context), context);
  stopOnSignals(context, () => shutDown(server, context), host);
  const opening = openBackend(context);
  await openOrTimeout(opening, context);
  if (context.stopping.aborted) return;
  const address = await listen(server, settings.PORT, settings.HOST);
  const { backend, log, readiness, revision, version } = context;
  log.info(
    { address, backend: backend.name, version, revision },
    `${site.name} listens at ${address}`,
  );
  const unknown = unknownNames(readEnvFile(host.env));
  for (const name of unknown) log.warn(`${name} is not a setting, and has no effect`);
  await opening;
  await context.startDeliveries();
  await readiness.check();
}

/**
 * Runs the server until a signal stops it. If the server cannot start, writes the reason to standard error and ends the
 * process with exit code 1. Never rejects.
 * @param root folder of the build.
 */
export async function runServer(
  host: ServerHost,
  root = fromRoot('.'),
  parts: Parts = {},
): Promise<void> {
  try {
    await start(host, root, parts);
  } catch (error) {
    host.stderr.write(
      `The server did not start: ${error instanceof Error ? error.message : error}\n`,
    );
    host.exit(1);
  }
}
