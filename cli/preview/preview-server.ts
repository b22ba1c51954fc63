import { devNull } from 'node:os';
import { readEnvironment } from '../environment.ts';
import { type StartedServer, startServer } from '../started-server.ts';

/** Settings that would lead a preview to somebody’s real sign-ups, visitors or keys. */
const left = {
  SUPABASE_URL: undefined,
  SUPABASE_PUBLISHABLE_KEY: undefined,
  SUPABASE_ANON_KEY: undefined,
  DATABASE_URL: undefined,
  SIGNUP_TRANSPORT: undefined,
  TURNSTILE_SITE_KEY: undefined,
  TURNSTILE_SECRET_KEY: undefined,
  TRUST_PROXY: undefined,
  NODE_ENV: undefined,
  SITE_ORIGIN: undefined,
  ENV_FILE: devNull,
} as const;

/**
 * A server of this build on a free port, on an embedded database of its own.
 * @param folder where it keeps its data.
 */
export function startPreviewServer(folder: string): Promise<StartedServer> {
  const read = readEnvironment();
  const contact = read.ok ? { CONTACT_EMAIL: read.settings.CONTACT_EMAIL } : {};
  return startServer({ ...left, ...contact, DATA_DIR: folder, INDEXING: 'off' });
}
