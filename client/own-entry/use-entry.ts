import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EntryDocument } from '../../shared/entry/page.ts';
import { entryMutation, entryQuery } from './requests.ts';

/** Focuses the heading after the page has changed its content, so that screen readers read it. */
function useFocusOnHeading(isResult: boolean): void {
  useEffect(() => {
    if (isResult) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isResult]);
}

/** Returns what the page shows now, and the function that sends one of its forms. */
export function useEntry({ token, view: initial }: EntryDocument) {
  const entry = useQuery(entryQuery(token, initial));
  const sending = useMutation(entryMutation(token, useQueryClient()));
  const result = sending.data?.view === 'invalid_email' ? undefined : sending.data;
  useFocusOnHeading(result !== undefined);
  return {
    view: result ?? entry.data,
    /** Sends a form. */
    send: sending.mutate,
    isSending: sending.isPending,
    /** The error of the last form; null when there is none. */
    error: sending.error,
    isInvalidEmail: sending.data?.view === 'invalid_email',
    /** Shows the entry again after a form. Undefined on a page that the server wrote as the result of a form. */
    seeEntry: result && sending.reset,
  };
}
