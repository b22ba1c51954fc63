import { QueryClient, useMutation } from '@tanstack/react-query';
import { usePageConfig } from '../config/page-config.tsx';
import { fetchingDefaults } from './defaults.ts';
import { type Entry, errorText, toRequest } from './entry.ts';
import { loadSend } from './send.ts';
import { toastError, toastSuccess } from './toasts.tsx';

const { retries, firstDelayMs, longestDelayMs, cacheMs } = fetchingDefaults;

/** What is fetched is tried again with growing pauses; what is sent is sent once, and at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: retries,
      retryDelay: (failures) => Math.min(firstDelayMs * 2 ** failures, longestDelayMs),
      gcTime: cacheMs,
      staleTime: cacheMs,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Sends an entry. How it went is told in a toast, also where the dialog was closed in the meantime. */
export function useSignup() {
  const { transport } = usePageConfig();
  return useMutation({
    mutationFn: async (entry: Entry) => {
      const request = toRequest(entry);
      const send = await loadSend(transport);
      return send(request);
    },
    onSuccess: toastSuccess,
    onError: (thrown: unknown) => toastError(errorText(thrown)),
  });
}
