import { sampleDecks } from 'virtual:sample-decks';
import { type MouseEvent, useState } from 'react';
import { sampleDeckName } from '../../shared/build-output.ts';
import { EarlyAccessButton } from '../early-access/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { useOwnTemplate } from './looks/own-template.tsx';
import { readOf } from './looks/template-state.ts';
import { files } from './sample/engagement.ts';
import { type Look, looks } from './sample/looks.ts';
import { slides } from './sample/slides.ts';

/** Returns the chosen wording of each title, by the number of its slide. */
function chosenWordings(root: ParentNode): Record<number, number> {
  const inputs = slides.map(({ number }) => {
    const name = `window-wording-${number}`;
    return [number, Number(root.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value)];
  });
  return Object.fromEntries(inputs.filter(([, wording]) => wording));
}

/** Hands a file over to the browser's downloads. */
function save(content: Uint8Array<ArrayBuffer>): void {
  const type = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
  const href = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href, download: sampleDeckName }).click();
  // The browser has read the file long before this.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * The card of Deliver with the link to the sample deck. Without a script the link leads to the built file of the chosen
 * look, with the first wording of each title. With a script the page itself makes a file for other wordings and for the
 * visitor's own template.
 */
export function DeckCard() {
  const read = readOf(useOwnTemplate().own);
  const [isPressed, setPressed] = useState(false);

  async function download(event: MouseEvent<HTMLAnchorElement>, look: Look, isBuilt: boolean) {
    setPressed(true);
    const wordings = chosenWordings(document);
    if (isBuilt && Object.keys(wordings).length === 0) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    try {
      const { createDeck } = await import('./deck-file/deck.ts');
      save(createDeck(look, wordings));
    } catch {
      location.assign(href);
    }
  }

  const choices = [
    ...looks.map((look) => ({ ...look, href: sampleDecks[look.id], look: look as Look })),
    ...(read ? [{ id: 'own', name: read.name, href: sampleDecks.ours, look: read.look }] : []),
  ];
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
                className="inline cursor-pointer border-ink border-b font-semibold text-ink"
              />
              .
            </>
          ) : (
            choices.map(({ id }) => (
              <span key={id} data-look={id}>
                {id === 'own'
                  ? 'Our eight-slide sample, in your colours and typefaces. Made in this browser.'
                  : 'Our eight-slide sample. The engagement is invented.'}
              </span>
            ))
          )}
        </p>
      </div>
      <div>
        {choices.map(({ id, name, href, look }) => (
          <div key={id} data-look={id}>
            <a
              className="button button-small max-md:w-full"
              href={href}
              download
              aria-label={id === 'ours' ? undefined : `Download PPTX, look ${name}`}
              onClick={(event) => download(event, look, id !== 'own')}
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
