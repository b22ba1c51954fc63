import { type QueryClient, useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PageConfig } from '../../shared/page-config.ts';
import { asSource, type SignupRequest } from '../../shared/signup/contract.ts';
import { loadTransport } from './data-layer.ts';
import {
  type Attempt,
  attempt,
  type BotCheck,
  type Entry,
  emptyForm,
  errorText,
  type SignupState,
} from './state.ts';
import { toastError, toastSuccess } from './toasts.tsx';

/** The outside world of a sign-up. */
interface World {
  config: PageConfig;
  client: QueryClient;
  /** Called after every failed attempt. */
  onFailure: () => void;
}

/** Sends what stands in the form, once, and says how it went, in the dialog and in a toast. */
export function useSignup({ config, client, onFailure }: World) {
  const [state, setState] = useState<SignupState>(emptyForm);
  /** Which opening of the dialog a result belongs to: one that comes late changes no newer form. */
  const opening = useRef(0);
  const { mutate } = useMutation(
    {
      mutationFn: async (request: SignupRequest) =>
        (await loadTransport(client, config.transport))(request),
    },
    client,
  );
  const fail = (error: string): void => {
    setState({ phase: 'form', error });
    toastError(error);
    onFailure();
  };
  const submit = (entry: Entry, botCheck: BotCheck, source: string | undefined): void => {
    const next: Attempt =
      state.phase === 'sending' ? { kind: 'nothing' } : attempt(entry, botCheck);
    if (next.kind === 'refused') fail(next.error);
    if (next.kind !== 'send') return;
    const began = opening.current;
    const isCurrent = () => began === opening.current;
    setState({ phase: 'sending' });
    mutate(
      { ...next.request, source: asSource(source), userAgent: navigator.userAgent },
      {
        onSuccess: (message) => {
          if (isCurrent()) setState({ phase: 'joined' });
          toastSuccess(message);
        },
        onError: (thrown: unknown) => {
          if (isCurrent()) fail(errorText(thrown));
          else toastError(errorText(thrown));
        },
      },
    );
  };
  const reset = (): void => {
    opening.current += 1;
    setState(emptyForm);
  };
  return { state, submit, reset };
}
