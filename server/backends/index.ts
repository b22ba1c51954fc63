import type { Settings } from '../../shared/settings.ts';
import { refusal } from '../../shared/signup/contract.ts';
import type { Logger } from '../log.ts';

export interface Readiness {
  ready: boolean;
  reason?: string;
}

/** Where sign-ups go: the function, and the database behind it. */
export interface Backend {
  name: 'supabase' | 'postgres' | 'embedded';
  /** What createClient is given; `fetch` runs the function in-process where there is no Supabase. */
  function: { url: string; key: string; fetch?: typeof fetch };
  /** Opens the database; called once, after listening. Rejects with the reason. */
  open(): Promise<void>;
  readiness(): Promise<Readiness>;
  close(): Promise<void>;
}

/** Not here yet: a function that is never available. */
export function createBackend(_settings: Settings, _log: Logger): Backend {
  const { code, message } = refusal('unavailable');
  return {
    name: 'embedded',
    function: {
      url: 'http://embedded.invalid',
      key: 'embedded',
      fetch: async () => Response.json({ error: { code, message } }, { status: 503 }),
    },
    open: async () => {},
    readiness: async () => ({ ready: true }),
    close: async () => {},
  };
}
