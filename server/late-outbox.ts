import type { Settings } from '../shared/settings/schema.ts';
import type { Readiness } from './backends/backend.ts';
import { createLate } from './late.ts';
import type { Logger } from './log.ts';
import type { Outbox } from './outbox/index.ts';
import type { SendKept } from './outbox/replay.ts';

/** An outbox whose code is loaded when it is opened, or before that by a sign-up. */
export interface LateOutbox extends Omit<Outbox, 'readiness'> {
  readiness(): Promise<Readiness>;
}

/** Null where there is none: then its code is never loaded, and no database opened. */
export function createLateOutbox(
  settings: Settings,
  log: Logger,
  send: SendKept,
): LateOutbox | null {
  if (settings.SIGNUP_OUTBOX === 'off' || !settings.SUPABASE_URL) return null;
  const { load, loaded } = createLate(async () => {
    const { createOutbox } = await import('./outbox/index.ts');
    return createOutbox(settings, log, send);
  });
  return {
    open: async () => (await load()).open(),
    keep: async (signup, visitor) => (await load()).keep(signup, visitor),
    state: async () => (await load()).state(),
    readiness: async () => (await load()).readiness(),
    close: async () => (await loaded())?.close(),
  };
}
