import { sampleDecks } from 'virtual:sample-decks';
import { Icon } from '../ui/icons.tsx';
import { LookTiles } from './looks/look-tiles.tsx';
import { DownloadInTemplate, downloadWords, SavedWords } from './own/buttons.tsx';
import { deckName, downloadSample, sampleName, useDeckFailure } from './own/save-deck.ts';
import { looks } from './sample/looks.ts';
import { useStageState } from './state.ts';

/**
 * Renders the words under the file's name: a description of the file, the name under which it was saved, or why it was not
 * saved. With a template, and after a failure, the template line says the same to a screen reader.
 */
function Note() {
  const template = useStageState((state) => state.template);
  const saved = useStageState((state) => state.saved);
  const failure = useDeckFailure();
  if (failure) return <p>{failure}</p>;
  return (
    <p role={template ? undefined : 'status'}>
      {saved ? <SavedWords name={saved} /> : <Description hasTemplate={template !== undefined} />}
    </p>
  );
}

/** Describes the file of the chosen look. */
function Description({ hasTemplate }: { hasTemplate: boolean }) {
  return (
    <>
      {looks.map(({ id }) => (
        <span key={id} data-look={id}>
          Our eight-slide sample. The engagement is invented.
        </span>
      ))}
      {hasTemplate && (
        <span data-look="own">
          <span className="max-md:hidden">
            Our eight-slide sample, in your master and layouts. Made in this browser.
          </span>
          <span className="md:hidden">Our eight slides, in your template.</span>
        </span>
      )}
    </>
  );
}

/**
 * Renders the card of Deliver: the file, the link that saves it, and the looks. Without a script the link leads to the built
 * file of the chosen look, with the first wording of each title.
 */
export function DeckCard() {
  const template = useStageState((state) => state.template);
  return (
    <div className="deck-card">
      <div className="deck-file">
        <Icon name="deliver" className="size-6 shrink-0 text-ink" />
        <div className="min-w-0 grow">
          <p className="truncate text-ink" translate="no">
            {looks.map(({ id }) => (
              <b key={id} data-look={id}>
                {sampleName(id)}
              </b>
            ))}
            {template && <b data-look="own">{deckName(template)}</b>}
          </p>
          <Note />
        </div>
        {looks.map(({ id, name }) => (
          <div key={id} data-look={id}>
            <a
              className="button button-small max-md:w-full"
              href={sampleDecks[id]}
              download={sampleName(id)}
              aria-label={id === 'ours' ? undefined : `Download PPTX, look ${name}`}
              onClick={(event) => downloadSample(event, id)}
            >
              Download PPTX
            </a>
          </div>
        ))}
        {template && (
          <div data-look="own">
            <DownloadInTemplate className="button button-small max-md:w-full">
              <span className="max-md:hidden">Download PPTX</span>
              <span className="md:hidden">{downloadWords}</span>
            </DownloadInTemplate>
          </div>
        )}
      </div>
      <LookTiles place="deliver" />
    </div>
  );
}
