import { sampleDecks } from 'virtual:sample-decks';
import type { ReactNode } from 'react';
import { Miniature } from '../slides/miniature.tsx';
import { Stage } from './hero/stage.tsx';
import { TemplateLine } from './hero/template-line.tsx';
import { useDrop } from './hero/use-drop.ts';
import { DownloadInTemplate } from './own/buttons.tsx';
import { forPhone, sentencesOf } from './own/failure-words.ts';
import { downloadSample, sampleName } from './own/save-deck.ts';
import { firstContent } from './sample/drawn-slide.ts';
import { useStageState } from './state.ts';
import { useForgetting } from './use-forgetting.ts';

/** Renders the button that saves the deck: in the visitor's template if there is one, else in our look. */
export function DeckDownload({ className = 'button' }: { className?: string }) {
  const hasTemplate = useStageState(({ template }) => template !== undefined);
  if (hasTemplate) return <DownloadInTemplate className={className} />;
  return (
    <a
      className={className}
      href={sampleDecks.ours}
      download={sampleName('ours')}
      onClick={(event) => downloadSample(event, 'ours')}
    >
      Download the eight slides
    </a>
  );
}

/**
 * Says for a while under which name the deck was saved, or why it was not saved. Says why a dropped file was refused,
 * because the dialog covers the template line.
 */
function Words({ children }: { children: ReactNode }) {
  const saved = useStageState((state) => state.saved);
  const failure = useStageState(({ line }) =>
    line.state === 'failed' ? forPhone(sentencesOf(line)) : undefined,
  );
  return (
    <p className="mt-1 text-ink-2 text-small wrap-anywhere" role="status">
      {saved ? `Saved as ${saved}.` : (failure ?? children)}
    </p>
  );
}

/** Renders the offer in the dialog, after a sign-up: a slide in small, a few words, the button. */
export function DialogOffer() {
  const template = useStageState((state) => state.template);
  return (
    <div>
      <div className="mb-3.5 max-md:hidden">
        {template ? (
          <template.draw.Miniature template={template} slide={firstContent} />
        ) : (
          <Miniature slide={firstContent} />
        )}
      </div>
      <h3 className="font-semibold text-ink">
        {template ? 'Your eight slides are ready' : 'Take the deck with you'}
      </h3>
      <Words>
        {template ? (
          `In ${template.name}. Made in this browser.`
        ) : (
          <span>
            Our eight-slide sample.
            <span className="scripted max-md:hidden">
              {' Or drop your PowerPoint template anywhere here.'}
            </span>
          </span>
        )}
      </Words>
      <DeckDownload className="button mt-4 w-full" />
    </div>
  );
}

/** Renders the offer on the page of a confirmed entry: the stage, and the line that takes a template. */
export function PageOffer() {
  useDrop();
  useForgetting();
  return (
    <div className="preview page-offer">
      <Stage />
      <TemplateLine />
    </div>
  );
}
