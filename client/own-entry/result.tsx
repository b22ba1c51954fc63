import type { MouseEvent } from 'react';
import type { EntryView } from '../../shared/entry/page.ts';
import { entryPath } from '../../shared/paths.ts';
import { earlyAccess, signupTexts } from '../../shared/signup/texts.ts';
import { FormLink } from '../early-access/button.tsx';
import { sampleDeck } from '../sections/order.ts';
import { BackToHome, ContentPage } from '../ui/content-page.tsx';

/** Stands in the last row of every page about an entry. */
export const privateNote = 'Works without JavaScript. This page is not stored and not indexed.';

type ResultView = Exclude<EntryView, { view: 'shown' | 'failed' }>;

const whileWaiting = sampleDeck
  ? 'Until we write, take the deck: eight slides with native charts and speaker notes.'
  : signupTexts.nextByList;

interface Words {
  /** The page's name in its last row. */
  name: string;
  /** Marked text. */
  title: string;
  lead: string;
}

/** Returns the words of a result. */
function wordsOf(result: ResultView): Words {
  switch (result.view) {
    case 'confirmed':
      return {
        name: 'Confirmed',
        title: 'Your place\n*is confirmed*',
        lead: `${result.email} is on the list. ${whileWaiting}`,
      };
    case 'removed':
      return {
        name: 'Removed',
        title: 'Your entry\n*is removed*',
        lead: 'Nothing of it is kept. The links in our mails no longer work.',
      };
    case 'ended':
      return {
        name: 'Link ended',
        title: 'This link\n*has ended*',
        lead: 'The entry behind it was removed. You can sign up again at any time.',
      };
    case 'incomplete':
      return {
        name: 'Link incomplete',
        title: 'This link\n*is cut off*',
        lead: 'A part of it is missing. Open the link in the mail itself, or copy the whole address.',
      };
    case 'unavailable':
      return {
        name: 'Not available',
        title: 'Your entry\n*is out of reach*',
        lead: 'We cannot read our list at the moment. The link still works: please open it again in a few minutes.',
      };
  }
}

interface Props {
  result: ResultView;
  token: string;
  /** Shows the entry without leaving the page. Absent on a page that the server wrote as the result of a form. */
  onSeeEntry?: () => void;
}

function SeeEntry({ token, onSeeEntry }: Omit<Props, 'result'>) {
  const show = (event: MouseEvent) => {
    if (!onSeeEntry) return;
    event.preventDefault();
    onSeeEntry();
  };
  return (
    <a className="button button-outline" href={`${entryPath}?token=${token}`} onClick={show}>
      See your entry
    </a>
  );
}

/** Renders the page after a confirmation. It offers the sample deck, if the site has one. */
function Confirmed(props: Props) {
  const { PageOffer, DeckDownload } = sampleDeck ?? {};
  const actions = (
    <>
      {DeckDownload && <DeckDownload />}
      <SeeEntry {...props} />
    </>
  );
  return (
    <ContentPage
      {...wordsOf(props.result)}
      tracker={earlyAccess.name}
      actions={actions}
      exhibit={PageOffer && <PageOffer />}
      hasWideExhibit
      note={
        PageOffer ? (
          <span>
            Our <span className="max-md:hidden">eight-slide </span>sample. The engagement is
            invented.<span className="max-md:hidden"> Illustrative.</span>
          </span>
        ) : (
          privateNote
        )
      }
    />
  );
}

/** Renders the page that states the result of a form. */
export function Result(props: Props) {
  const { result } = props;
  if (result.view === 'confirmed') return <Confirmed {...props} />;
  return (
    <ContentPage
      {...wordsOf(result)}
      tracker={earlyAccess.name}
      actions={result.view === 'ended' ? <FormLink /> : <BackToHome />}
      exhibit={null}
      note={privateNote}
    />
  );
}
