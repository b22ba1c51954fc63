import type { Settings } from '../shared/settings/schema.ts';
import type { Backend } from './backends/backend.ts';
import { createLate } from './late.ts';
import type { Logger } from './log.ts';

/** A backend whose code is loaded when something first needs it: pages do not. */
export interface LateBackend extends Pick<Backend, 'name' | 'open' | 'readiness' | 'close'> {
  load(): Promise<Pick<Backend, 'function' | 'proxySecret'>>;
}

const nameOf = (settings: Settings): Backend['name'] => {
  if (settings.SUPABASE_URL) return 'supabase';
  return settings.DATABASE_URL ? 'postgres' : 'embedded';
};

/** The backend that the settings choose. */
export function createLateBackend(settings: Settings, log: Logger): LateBackend {
  const { load, loaded } = createLate(async () => {
    const { createBackend } = await import('./backends/index.ts');
    return createBackend(settings, log);
  });
  return {
    name: nameOf(settings),
    load,
    open: async () => (await load()).open(),
    readiness: async () => (await load()).readiness(),
    close: async () => (await loaded())?.close(),
  };
}
