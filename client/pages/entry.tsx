import { linkDays } from '../../shared/entry/link.ts';
import { earlyAccess } from '../early-access/copy.ts';
import { useEntryDocument } from '../own-entry/entry-document.ts';
import { EntryFactList } from '../own-entry/entry-facts.tsx';
import { EntryForms } from '../own-entry/entry-forms.tsx';
import { Result } from '../own-entry/result.tsx';
import { ContentPage } from '../ui/content-page.tsx';

/** Shows a prospect's own entry, which a link in a mail leads to, or how one of its forms ended. */
export function Component() {
  const { token, view } = useEntryDocument();
  if (view.view !== 'shown') return <Result result={view} token={token} />;
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
          <EntryForms token={token} allows={allows} pendingEmail={facts.pendingEmail} />
        </>
      }
      note="Works without JavaScript. This page is not stored and not indexed."
    />
  );
}
