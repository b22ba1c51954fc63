import { site } from '../shared/site.ts';
import { createApp } from './app.ts';
import { readEnvFile, requireSettings, unknownNames } from './config.ts';
import { createContext } from './context.ts';
import { createHttpServer } from './http/listener.ts';
import { listen, openBackend, openOrTimeout, shutDown, stopOnSignals } from './lifecycle.ts';

async function main(): Promise<void> {
  const settings = requireSettings();
  const context = await createContext(settings);
  const server = createHttpServer(createApp(context), context);
  stopOnSignals(context, () => shutDown(server, context));
  const opening = openBackend(context);
  await openOrTimeout(opening, context);
  if (context.stopping.aborted) return;
  const address = await listen(server, settings.PORT, settings.HOST);
  const { backend, log, readiness, revision, version } = context;
  log.info(
    { address, backend: backend.name, version, revision },
    `${site.name} listens at ${address}`,
  );
  const unknown = unknownNames(readEnvFile(process.env));
  for (const name of unknown) log.warn(`${name} is not a setting, and has no effect`);
  await opening;
  await context.startMails();
  await readiness.check();
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The server did not start: ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
});
