import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { linkDays } from '../../shared/entry/link.ts';
import type { EntryDocument } from '../../shared/entry/page.ts';
import { earlyAccess } from '../early-access/copy.ts';
import { queryClient } from '../early-access/use-signup.ts';
import { useEntryDocument } from '../own-entry/entry-document.ts';
import { EntryFactList } from '../own-entry/entry-facts.tsx';
import { EntryForms } from '../own-entry/entry-forms.tsx';
import { Result } from '../own-entry/result.tsx';
import { useEntry } from '../own-entry/use-entry.ts';
import { ContentPage } from '../ui/content-page.tsx';

function OwnEntry(document: EntryDocument) {
  const { token } = document;
  const { view, seeEntry, ...forms } = useEntry(document);
  if (view.view !== 'shown') {
    return <Result result={view} token={token} {...(seeEntry && { onSeeEntry: seeEntry })} />;
  }
  const { facts, allows } = view;
  // A link that only removes has no end.
  const lasts =
    allows.join() === 'remove' ? '' : ` The link that led you here works for ${linkDays} days.`;
  return (
    <ContentPage
      name="Your entry"
      tracker={earlyAccess.name}
      title={'Your entry,\n*as we keep it*'}
      lead={`Nothing changes until you press a button on this page.${lasts}`}
      actions={null}
      exhibit={
        <>
          <EntryFactList facts={facts} />
          <EntryForms token={token} allows={allows} pendingEmail={facts.pendingEmail} {...forms} />
        </>
      }
      note="Works without JavaScript. This page is not stored and not indexed."
    />
  );
}

/** Shows a prospect's own entry, to which a link in a mail leads, or the result of one of its forms. */
export function Component() {
  const document = useEntryDocument();
  // While the templates are prerendered, one cache would show the first of them in all of them.
  const [client] = useState(() => (import.meta.env.SSR ? new QueryClient() : queryClient));
  return (
    <QueryClientProvider client={client}>
      <OwnEntry {...document} />
    </QueryClientProvider>
  );
}
