import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { EntryDocument } from '../../shared/entry/page.ts';
import { earlyAccess, signupTexts } from '../../shared/signup/texts.ts';
import { queryClient } from '../early-access/use-signup.ts';
import { useEntryDocument } from '../own-entry/entry-document.ts';
import { EntryFactList } from '../own-entry/entry-facts.tsx';
import { EntryForms } from '../own-entry/entry-forms.tsx';
import { privateNote, Result } from '../own-entry/result.tsx';
import { useEntry } from '../own-entry/use-entry.ts';
import { ContentPage } from '../ui/content-page.tsx';

function OwnEntry(document: EntryDocument) {
  const { token } = document;
  const { view, seeEntry, ...forms } = useEntry(document);
  if (view.view === 'failed') {
    return (
      <ContentPage
        name="Not done"
        tracker={earlyAccess.name}
        title={'Nothing\n*was changed*'}
        lead={signupTexts.unchanged}
        actions={null}
        exhibit={<EntryForms token={token} allows={[view.action]} {...forms} />}
        note={privateNote}
      />
    );
  }
  if (view.view !== 'shown') {
    return <Result result={view} token={token} {...(seeEntry && { onSeeEntry: seeEntry })} />;
  }
  const { facts, allows } = view;
  return (
    <ContentPage
      name="Your entry"
      tracker={earlyAccess.name}
      title={'Your entry,\n*as we keep it*'}
      lead="This is everything that we store about you. Nothing changes until you press a button on this page. To use another address, remove this entry and sign up again."
      actions={null}
      exhibit={
        <>
          <EntryFactList facts={facts} />
          <EntryForms token={token} allows={allows} {...forms} />
        </>
      }
      note={privateNote}
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
