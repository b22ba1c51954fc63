import type { RequestListener } from 'node:http';
import { flushCompileCache } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import pRetry from 'p-retry';
import { describeProblems, readConfig } from './config.ts';
import { type Context, createContext } from './context.ts';
import { createLate } from './late.ts';
import { listen, shutDown, stopOnSignals } from './lifecycle.ts';
import { createHttpServer } from './listener.ts';

/** Milliseconds in which a visitor who was waiting for the port gets the page before all else. */
const firstPageMs = 50;

/** Milliseconds after which the pages get their best forms, though the database may not be there for hours. */
const openingMs = 5_000;

/**
 * A young generation that stays small keeps the process small: what a request leaves behind is little, and
 * swept before it counts. Not before the first page is out, and the cache of compiled code written: V8
 * throws such code away, Node’s own too, where it was compiled under other flags.
 */
async function staySmall(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  flushCompileCache();
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** What can wait until the first page is out. */
async function openTheRest(context: Context, loadApp: () => Promise<unknown>): Promise<void> {
  const { backend, log, table } = context;
  await setTimeout(firstPageMs);
  await staySmall();
  await context.openLog();
  await loadApp();
  const opened = pRetry(() => backend.open(), {
    retries: Number.POSITIVE_INFINITY,
    maxTimeout: 15_000,
    unref: true,
    onFailedAttempt: ({ error }) =>
      log.error({ reason: error.message }, 'sign-ups cannot be taken'),
  });
  await Promise.race([opened, setTimeout(openingMs)]);
  log.debug('everything is loaded');
  await table.warm().catch((err: unknown) => log.error({ err }, 'could not be read ahead'));
}

async function main(): Promise<void> {
  const config = readConfig();
  if (!config.ok) {
    process.stderr.write(describeProblems(config.report));
    process.exit(1);
  }
  const context = await createContext(config.settings);
  const { log, backend } = context;
  const { load: loadApp } = createLate<RequestListener>(async () => {
    const { createApp } = await import('./app.ts');
    return createApp(context);
  });
  const server = createHttpServer(context, loadApp);
  stopOnSignals(context, () => shutDown(server, context));
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
