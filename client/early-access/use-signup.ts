import { mutationOptions, QueryClient, useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { PageConfig } from '../../shared/page-config.ts';
import { signupTexts } from '../../shared/signup/outcomes.ts';
import { usePageConfig } from '../page-config/page-config.tsx';
import { type Entry, errorText, toRequest } from './entry.ts';
import { sendThroughServer } from './send-through-server.ts';

/**
 * What is fetched is tried again as React Query has it: three times, after 1 s and up to 30 s, and is kept for five
 * minutes. What is sent is sent once, and at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: { mutations: { networkMode: 'always' } },
});

/** Sends an entry. A toast says the same as the dialog, for whoever has closed it in the meantime. */
export const signupMutation = (transport: PageConfig['transport']) =>
  mutationOptions({
    mutationFn: async (entry: Entry) => {
      const request = toRequest(entry);
      if (transport.kind === 'proxy') return sendThroughServer(request);
      // supabase-js is fetched only where sign-ups go that way.
      const { sendDirect } = await import('./send-direct.ts');
      return sendDirect(transport.supabaseUrl, transport.supabaseKey)(request);
    },
    onSuccess: (message) =>
      toast.success(signupTexts.successTitle, { description: message || signupTexts.success }),
    onError: (thrown: unknown) =>
      toast.error(signupTexts.errorTitle, { description: errorText(thrown) }),
  });

export const useSignup = () => useMutation(signupMutation(usePageConfig().transport));
