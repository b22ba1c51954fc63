import { describeProblems, readConfig } from './config.ts';
import { createContext } from './context.ts';
import { listen, shutDown } from './lifecycle.ts';
import { createHttpServer } from './listener.ts';

const config = readConfig();
if (!config.ok) {
  process.stderr.write(describeProblems(config.report));
  process.exit(1);
}

const context = await createContext(config.settings);
const { log, backend, table, upstream } = context;
const loadApp = async () => (await import('./app.ts')).createApp(context);
const server = createHttpServer(context, loadApp);

let isStopping = false;
const stop = async (code: number): Promise<never> => {
  if (isStopping) process.exit(1);
  isStopping = true;
  await shutDown(server, context);
  process.exit(code);
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught');
  void stop(1);
});

const address = await listen(server, config.settings.PORT, config.settings.HOST);
log.info({ address, backend: backend.name }, `Deckwright listens at ${address}`);
await Promise.all([backend.open(), loadApp(), upstream.warm()]).catch((error: unknown) =>
  log.error({ err: error }, 'not everything could be opened'),
);
await table.warm();
