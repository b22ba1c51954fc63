/** The server without pages, as a process of its own: for tests that kill it, or need two. */
import { createApp } from '../app.ts';
import { createContext } from '../context.ts';
import { createHttpServer } from '../http/listener.ts';
import { listen, openBackend, shutDown, stopOnSignals } from '../lifecycle.ts';
import { testSettings } from './settings.ts';

const names = [
  'DATA_DIR',
  'DATABASE_URL',
  'IP_HASH_SECRET',
  'SIGNUP_LIMIT_PER_VISITOR_HOUR',
  'SIGNUP_OUTBOX',
  'SIGNUP_PROXY_SECRET',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_URL',
  'TRUST_PROXY',
] as const;
const given = Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
const context = await createContext(testSettings({ LOG_LEVEL: 'silent', ...given }), null);
const server = createHttpServer(createApp(context), context);
stopOnSignals(context, () => shutDown(server, context));
const address = await listen(server, 0, '127.0.0.1');
await openBackend(context);
console.log(address);
