import { mutationOptions, QueryClient, useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { PageConfig } from '../../shared/page-config.ts';
import { signupTexts } from '../../shared/signup/outcomes.ts';
import { usePageConfig } from '../page-config/page-config.tsx';
import { type Entry, errorText, toRequest } from './entry.ts';
import { sendThroughServer } from './send-through-server.ts';

/**
 * React Query with its defaults for data that is fetched: three retries after 1 s, 2 s and 4 s, and a cache of five
 * minutes. A sign-up is a mutation: it is sent once, without a retry, also while the browser reports to be offline.
 */
export const queryClient = new QueryClient({
  defaultOptions: { mutations: { networkMode: 'always' } },
});

/** Builds the mutation that sends an entry. A toast repeats the outcome, because the visitor may have closed the dialog. */
export const signupMutation = (transport: PageConfig['transport']) =>
  mutationOptions({
    mutationFn: async (entry: Entry) => {
      const request = toRequest(entry);
      if (transport.kind === 'proxy') return sendThroughServer(request);
      // supabase-js is loaded only if the browser calls the function itself.
      const { sendDirect } = await import('./send-direct.ts');
      return sendDirect(transport.supabaseUrl, transport.supabaseKey)(request);
    },
    // The toasts of earlier attempts would contradict `Joining...`.
    onMutate: () => {
      toast.dismiss();
    },
    onSuccess: ({ message }) =>
      toast.success(signupTexts.successTitle, { description: message || signupTexts.success }),
    onError: (thrown: unknown) =>
      toast.error(signupTexts.errorTitle, { description: errorText(thrown) }),
  });

export const useSignup = () => useMutation(signupMutation(usePageConfig().transport));
