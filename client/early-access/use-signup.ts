import { mutationOptions, QueryClient, useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { PageConfig } from '../../shared/page-config.ts';
import { signupTexts } from '../../shared/signup/texts.ts';
import { pageConfig } from '../page-config/page-config.ts';
import { errorText } from '../ui/error-text.ts';
import { type FormContent, toRequest } from './form-content.ts';
import { type Send, sendThroughServer } from './send-through-server.ts';
import { shownAddress } from './shown-address.ts';

/**
 * React Query with its defaults for data that is fetched: three retries after 1 s, 2 s and 4 s, and a cache of five
 * minutes. A sign-up is a mutation: it is sent once, without a retry, also while the browser reports to be offline.
 */
export const queryClient = new QueryClient({
  defaultOptions: { mutations: { networkMode: 'always' } },
});

type Sending = Pick<PageConfig, 'transport' | 'usesFunction'>;

/** Returns the function that sends a sign-up in this environment. */
async function sender({ transport, usesFunction }: Sending): Promise<Send> {
  if (transport.kind === 'proxy') return sendThroughServer(usesFunction);
  // supabase-js is loaded only if the browser calls the function itself. The import fails when a newer deployment has removed
  // the file.
  const direct = await import('./send-direct.ts').catch(() => null);
  if (!direct) return sendThroughServer(usesFunction);
  return direct.sendDirect(transport.supabaseUrl, transport.supabaseKey);
}

/** Builds the mutation that sends a form. A toast repeats the outcome, because the visitor may have closed the dialog. */
export const signupMutation = (sending: () => Sending) =>
  mutationOptions({
    mutationFn: async (content: FormContent) => {
      const request = toRequest(content);
      const send = await sender(sending());
      const [joined, address] = await Promise.all([send(request), shownAddress(request.email)]);
      return { ...joined, address };
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

export const useSignup = () => useMutation(signupMutation(pageConfig));
