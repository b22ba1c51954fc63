import { type CSSProperties, type RefObject, useDeferredValue, useRef } from 'react';
import { site } from '../../shared/site.ts';
import { Desk } from './desk.tsx';
import { OwnTemplateProvider, useOwnTemplate } from './looks/own-template.tsx';
import { ownVariables } from './looks/template-state.ts';
import { Leaders } from './playback/leaders.tsx';
import { Replay } from './playback/replay.tsx';
import { usePlayback } from './playback/use-playback.ts';
import { Sources } from './sources.tsx';
import { steps } from './steps.ts';
import { Storyline } from './storyline.tsx';
import { useCautious } from './use-cautious.ts';
import { StatusBar, TitleBar } from './window-chrome.tsx';
import { captionId, WindowSteps } from './window-steps.tsx';

/**
 * The product preview of the hero with its caption row, “Exhibit 1”. A page has one at most, because its inputs have
 * fixed ids. The radio inputs alone hold the step, the chosen title, its wording and the look, and the style sheet shows
 * what they hold (state.ts).
 */
export function ProductWindow() {
  const figure = useRef<HTMLElement>(null);
  return (
    <OwnTemplateProvider preview={figure}>
      <Preview figure={figure} />
    </OwnTemplateProvider>
  );
}

function Preview({ figure }: { figure: RefObject<HTMLElement | null> }) {
  const { own } = useOwnTemplate();
  const replay = usePlayback(figure);
  const isComplete = useDeferredValue(true, false);
  useCautious(figure, isComplete);
  return (
    <figure ref={figure} className="preview" id="exhibit">
      <div className="window grid grid-rows-[2.5rem_auto_auto_1.75rem] overflow-clip rounded-win bg-app-2 text-[.8125rem] leading-[1.4]">
        <TitleBar />
        <WindowSteps />
        {/* On phones and tablets the browser lays the body out for the second frame, so that the title paints sooner. */}
        <div
          className="window-body transition-[content-visibility] transition-discrete delay-1 max-lg:starting:[content-visibility:hidden]"
          style={ownVariables(own) as CSSProperties}
        >
          <Sources />
          <Storyline />
          <Desk isComplete={isComplete} />
          <Leaders />
        </div>
        <StatusBar>
          <Replay onPress={replay} />
        </StatusBar>
      </div>
      <figcaption className="mt-5 flex flex-wrap items-baseline gap-x-4 border-rule text-ink-2 text-small on-paper:mt-12 on-paper:border-t on-paper:pt-3.5">
        <b className="text-ink">Exhibit 1</b>
        <div className="grid max-md:order-1 max-md:basis-full md:flex-1 *:[grid-area:1/1]">
          {steps.map(({ id, name, caption }) => (
            <p key={id} id={captionId(id)} data-step={id}>
              <b className="text-ink">{`${name}.`}</b> {caption}
            </p>
          ))}
        </div>
        <span className="text-caption text-ink-3 max-lg:order-1 max-lg:basis-full md:max-lg:pl-19.5 on-paper:hidden">
          Product preview. The engagement shown is invented.
        </span>
        <span className="ml-auto text-caption text-ink-3">
          {site.name} <b className="ml-3 text-ink">1</b>
        </span>
      </figcaption>
    </figure>
  );
}
