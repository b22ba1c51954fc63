import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { EntryAction } from '../../shared/entry/entry.ts';
import { type EntryView, entryStatus } from '../../shared/entry/page.ts';
import { entryPath } from '../../shared/paths.ts';
import { signupTexts } from '../../shared/signup/texts.ts';

const isView = (body: unknown): body is EntryView => Object(body).view in entryStatus;

/**
 * Sends a request to the page of an entry. Resolves with what the page shows. Rejects with an Error that has the text to
 * show when the server cannot be reached, refuses the request, or cannot read or change the list.
 */
async function ask(address: string, init: RequestInit): Promise<EntryView> {
  const response = await fetch(address, { ...init, referrerPolicy: 'no-referrer' }).catch(() => {
    throw new Error(signupTexts.unreachable);
  });
  const body: unknown = await response.json().catch(() => null);
  if (isView(body) && body.view !== 'unavailable') return body;
  const { error } = Object(body);
  throw new Error(error?.message ?? signupTexts.unchanged);
}

const keyOf = (token: string) => ['entry', token] as const;

/**
 * Builds the query that loads an entry, with React Query's defaults: three retries after 1 s, 2 s and 4 s, and a cache of five
 * minutes.
 * @param initial what the server has written into the page.
 */
export const entryQuery = (token: string, initial: EntryView) =>
  queryOptions({
    queryKey: keyOf(token),
    queryFn: ({ signal }) =>
      ask(`${entryPath}?token=${token}`, { signal, headers: { Accept: 'application/json' } }),
    initialData: initial,
    // The page has what the server has just read.
    staleTime: 5 * 60 * 1000,
    // The page that says how a form ended stays until the visitor leaves it.
    enabled: initial.view === 'shown',
  });

/** Builds the mutation that sends the form of an action. The form is sent once, and the entry is loaded again after it. */
export const entryMutation = (token: string, client: QueryClient) =>
  mutationOptions({
    mutationFn: (action: EntryAction) =>
      ask(entryPath, {
        method: 'POST',
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, action }),
      }),
    onSuccess: (view) => {
      // After a removal there is nothing to load.
      if (view.view === 'removed') client.setQueryData(keyOf(token), view);
      else void client.invalidateQueries({ queryKey: keyOf(token) });
    },
  });
