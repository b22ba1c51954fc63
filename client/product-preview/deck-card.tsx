import { sampleDecks } from 'virtual:sample-decks';
import { useState } from 'react';
import { EarlyAccessButton } from '../early-access/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { files } from './sample/engagement.ts';
import { looks } from './sample/looks.ts';

/** Deliver: the sample as a file, one for each look. The link works without a script. */
export function DeckCard() {
  const [isPressed, setPressed] = useState(false);
  return (
    <div className="deck-card">
      <Icon name="deliver" className="size-6 text-ink" />
      <div className="min-w-0">
        <p className="text-ink" translate="no">
          <b>{files.deck.name}</b>
        </p>
        <p role="status">
          {isPressed ? (
            <>
              {'That was our sample. For your own scope: '}
              <EarlyAccessButton
                source="hero"
                className="deck-card-link inline cursor-pointer border-ink border-b font-semibold text-ink"
              />
              .
            </>
          ) : (
            'Our eight-slide sample. The engagement is invented.'
          )}
        </p>
      </div>
      <div>
        {looks.map(({ id, name }) => (
          <div key={id} data-look={id}>
            <a
              className="button button-small max-md:w-full"
              href={sampleDecks[id]}
              download
              aria-label={id === 'ours' ? undefined : `Download PPTX, look ${name}`}
              onClick={() => setPressed(true)}
            >
              <span className="max-md:hidden">Download PPTX</span>
              <span className="md:hidden">Download the sample</span>
            </a>
          </div>
        ))}
      </div>
    </div>
  );
}
