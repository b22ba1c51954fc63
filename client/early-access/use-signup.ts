import { QueryClient, useMutation } from '@tanstack/react-query';
import { usePageConfig } from '../config/page-config.tsx';
import { type Entry, errorText, toRequest } from './entry.ts';
import { sendThroughServer } from './send-through-server.ts';
import { toastError, toastSuccess } from './toasts.tsx';

/**
 * What is fetched is tried again as React Query has it: three times, after 1 s and up to 30 s, and is kept for five
 * minutes. What is sent is sent once, and at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: { mutations: { networkMode: 'always' } },
});

/** Sends an entry. How it went is told in a toast, also where the dialog was closed in the meantime. */
export function useSignup() {
  const { transport } = usePageConfig();
  return useMutation({
    mutationFn: async (entry: Entry) => {
      const request = toRequest(entry);
      if (transport.kind === 'proxy') return sendThroughServer(request);
      // supabase-js is fetched only where sign-ups go that way.
      const { sendDirect } = await import('./send-direct.ts');
      return sendDirect(transport.supabaseUrl, transport.supabaseKey)(request);
    },
    onSuccess: toastSuccess,
    onError: (thrown: unknown) => toastError(errorText(thrown)),
  });
}
