import type { Settings } from '../../../shared/settings/schema.ts';
import type { SignupStore } from '../../../shared/signup/ports.ts';
import type { Logger } from '../../log.ts';
import type { Backend } from '../backend.ts';
import { inProcessFunction } from '../in-process.ts';
import { createOpenData } from './open-data.ts';

/** The function runs in this process, the rows live in PGlite in `DATA_DIR`. */
export function createEmbeddedBackend(settings: Settings, log: Logger): Backend {
  const { open, opened, readiness, close } = createOpenData(settings.DATA_DIR, log);
  const store: SignupStore = {
    record: async (attempt, signup) => (await opened()).database.record(attempt, signup),
  };
  const secret = async () => settings.IP_HASH_SECRET ?? (await opened()).ipHashSecret;
  return {
    name: 'embedded',
    ...inProcessFunction(settings, store, secret, log),
    open,
    readiness: async () => readiness(),
    close,
  };
}
