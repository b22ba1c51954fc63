import { QueryClient } from '@tanstack/react-query';
import type { PageConfig } from '../../shared/page-config.ts';
import { fetchingDefaults } from '../../shared/signup/contract.ts';
import { sendThroughProxy, type Transport } from './transport/proxy.ts';

const { retries, firstDelayMs, longestDelayMs, cacheMs } = fetchingDefaults;

/** What is fetched is tried again with growing pauses; what is sent is sent once. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: retries,
        retryDelay: (failures) => Math.min(firstDelayMs * 2 ** failures, longestDelayMs),
        gcTime: cacheMs,
        staleTime: cacheMs,
      },
    },
  });

/** The way a sign-up takes in this environment; supabase-js is fetched only where it is that way. */
export async function loadTransport(
  client: QueryClient,
  transport: PageConfig['transport'],
): Promise<Transport> {
  if (transport.kind === 'proxy') return sendThroughProxy;
  const { supabaseUrl, supabaseKey } = transport;
  return client.fetchQuery({
    queryKey: ['transport', supabaseUrl],
    queryFn: async () => {
      const { createDirectTransport } = await import('./transport/direct.ts');
      return createDirectTransport(supabaseUrl, supabaseKey);
    },
    // One client for as long as the page is open: a second would renew the same session.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
