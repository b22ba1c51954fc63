import type { Settings } from '../../shared/settings/schema.ts';
import type { Backend } from './backend.ts';

/** The function runs in Supabase’s edge runtime; there is nothing to open here. */
export function createSupabaseBackend(settings: Settings, url: string): Backend {
  return {
    name: 'supabase',
    function: { url, key: settings.SUPABASE_PUBLISHABLE_KEY ?? settings.SUPABASE_ANON_KEY ?? '' },
    proxySecret: settings.SIGNUP_PROXY_SECRET,
    open: async () => {},
    readiness: async () => ({ ready: true }),
    close: async () => {},
  };
}
