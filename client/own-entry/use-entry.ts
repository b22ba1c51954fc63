import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { EntryDocument, EntryView } from '../../shared/entry/page.ts';
import { useSendOnce } from '../ui/use-send-once.ts';
import { entryMutation, entryQuery } from './requests.ts';

/** Focuses the heading after the page has changed its content, so that screen readers read it. */
function useFocusOnHeading({ view }: EntryView): void {
  const last = useRef(view);
  useEffect(() => {
    if (view === last.current) return;
    last.current = view;
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [view]);
}

/** Returns what the page shows now, and the function that sends one of its forms. */
export function useEntry({ token, view: initial }: EntryDocument) {
  const entry = useQuery(entryQuery(token, initial));
  const sending = useMutation(entryMutation(token, useQueryClient()));
  const send = useSendOnce(sending);
  const view = sending.data ?? entry.data;
  useFocusOnHeading(view);
  return {
    view,
    /** Sends a form, unless the response to a form has not arrived yet. */
    send,
    /** The error of the last form; null when there is none. */
    error: sending.error,
    /** Shows the entry again after a form. Undefined on a page that the server wrote as the result of a form. */
    seeEntry: sending.data && sending.reset,
  };
}
