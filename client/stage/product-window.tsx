import { useRef } from 'react';
import { site } from '../../shared/site.ts';
import { Desk } from './desk.tsx';
import { DragFrame } from './hero/drag-words.tsx';
import { useDrop } from './hero/use-drop.ts';
import { Leaders } from './playback/leaders.tsx';
import { Replay } from './playback/replay.tsx';
import { usePlayback } from './playback/use-playback.ts';
import { Sources } from './sources.tsx';
import { steps } from './steps.ts';
import { Storyline } from './storyline.tsx';
import { useForgetting } from './use-forgetting.ts';
import { StatusBar, TitleBar } from './window-chrome.tsx';
import { captionId, WindowSteps } from './window-steps.tsx';

/**
 * Renders the product window with its caption row, “Exhibit 1”. A page has one at most, because its inputs have fixed ids.
 * The radio inputs hold the step, the chosen title, its wording and the look, and the style sheet shows what they hold
 * (choice-rules.ts).
 */
export function ProductWindow() {
  const figure = useRef<HTMLElement>(null);
  const replay = usePlayback(figure);
  useDrop();
  useForgetting();
  return (
    <figure ref={figure} className="product-window page" id="product-window">
      <div className="window grid overflow-clip rounded-win bg-app-2 text-[.8125rem] leading-[1.4]">
        <TitleBar />
        <WindowSteps />
        <div className="window-body">
          <Sources />
          <Storyline />
          <Desk />
          <Leaders />
        </div>
        <StatusBar>
          <Replay onPress={replay} />
        </StatusBar>
      </div>
      <figcaption className="mt-5 flex flex-wrap items-baseline gap-x-4 text-ink-2 text-small">
        <b className="text-ink">Exhibit 1</b>
        <div className="grid max-md:order-1 max-md:basis-full md:flex-1 *:[grid-area:1/1]">
          {steps.map(({ id, name, caption }) => (
            <p key={id} id={captionId(id)} data-step={id}>
              <b className="text-ink">{`${name}.`}</b> {caption}
            </p>
          ))}
        </div>
        <span className="text-caption text-ink-3 max-lg:order-1 max-lg:basis-full md:max-lg:pl-19.5">
          Product preview. The engagement shown is invented.
        </span>
        <span className="ml-auto text-caption text-ink-3">
          {site.name} <b className="ml-3 text-ink">1</b>
        </span>
      </figcaption>
      <DragFrame />
    </figure>
  );
}
