import { useRef } from 'react';
import { site } from '../../shared/site.ts';
import { Desk } from './desk.tsx';
import { usePlayback } from './playback/use-playback.ts';
import { Sources } from './sources.tsx';
import { exhibit, steps } from './steps.ts';
import { Storyline } from './storyline.tsx';
import { StatusBar, TitleBar } from './window-chrome.tsx';
import { captionId, WindowSteps } from './window-steps.tsx';

/**
 * The product preview of the hero with its caption row, “Exhibit 1”. One to a page. What is chosen in it
 * stands in its radio inputs alone: the style sheet shows the step, the rewritten title and the thread.
 */
export function ProductWindow() {
  const figure = useRef<HTMLElement>(null);
  usePlayback(figure);
  return (
    <figure ref={figure} className="preview">
      <div className="window">
        <TitleBar />
        <WindowSteps />
        <div className="window-body">
          <Sources />
          <Storyline />
          <Desk />
        </div>
        <StatusBar />
      </div>
      <figcaption className="mt-5 grid print:mt-12 print:border-t print:border-rule print:pt-3.5 grid-cols-[1fr_auto] items-baseline gap-x-4 text-ink-2 text-small [grid-template-areas:'label_folio'_'caption_caption'_'note_note'] md:grid-cols-[auto_1fr_auto] md:[grid-template-areas:'label_caption_folio'_'._note_note'] lg:grid-cols-[auto_1fr_auto_auto] lg:[grid-template-areas:'label_caption_note_folio']">
        <b className="text-ink [grid-area:label]">{exhibit.label}</b>
        <div className="grid [grid-area:caption] *:[grid-area:1/1]">
          {steps.map(({ id, name, caption }) => (
            <p key={id} id={captionId(id)} data-step={id}>
              <b className="text-ink">{name}.</b> {caption}
            </p>
          ))}
        </div>
        <span className="text-caption text-ink-3 [grid-area:note] print:hidden">
          {exhibit.note}
        </span>
        <span className="text-caption text-ink-3 [grid-area:folio]">
          {site.name} <b className="ml-3 text-ink tabular-nums">1</b>
        </span>
      </figcaption>
    </figure>
  );
}
