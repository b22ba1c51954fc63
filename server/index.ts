import { setTimeout } from 'node:timers/promises';
import { describeProblems, readConfig } from './config.ts';
import { type Context, createContext } from './context.ts';
import { listen, shutDown, stopOnSignals } from './lifecycle.ts';
import { createHttpServer } from './listener.ts';

/** Milliseconds in which a visitor who was waiting for the port gets the page before all else. */
const firstPageMs = 50;

/** What can wait until the first page is out. */
async function openTheRest(
  { backend, log, table, upstream }: Context,
  loadApp: () => Promise<unknown>,
) {
  await setTimeout(firstPageMs);
  await Promise.all([backend.open(), loadApp(), upstream.warm()]).catch((error: unknown) =>
    log.error({ err: error }, 'not everything could be opened'),
  );
  await table.warm();
}

async function main(): Promise<void> {
  const config = readConfig();
  if (!config.ok) {
    process.stderr.write(describeProblems(config.report));
    process.exit(1);
  }
  const context = await createContext(config.settings);
  const { log, backend } = context;
  const loadApp = async () => (await import('./app.ts')).createApp(context);
  const server = createHttpServer(context, loadApp);
  stopOnSignals(log, () => shutDown(server, context));
  const address = await listen(server, config.settings.PORT, config.settings.HOST);
  log.info({ address, backend: backend.name }, `Deckwright listens at ${address}`);
  await openTheRest(context, loadApp);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The server did not start: ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
});
