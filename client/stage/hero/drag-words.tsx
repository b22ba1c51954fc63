import { Miniature } from '../../slides/miniature.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { firstContent } from '../sample/drawn-slide.ts';
import { useStageState } from '../state.ts';

const promise = 'Drop it anywhere. These eight slides become *yours.*';

/** Takes the place of the hero's words while a file is dragged over the first screen. */
export function DragWords() {
  const isShown = useStageState(({ drag }) => drag === 'top');
  if (!isShown) return null;
  return (
    <div className="drag-words" aria-hidden="true">
      <p className="drag-promise mt-1 isolate font-serif text-[clamp(2.75rem,4.45vw,4rem)] leading-[1.04] tracking-[-.03em]">
        <MarkedText>{promise}</MarkedText>
      </p>
      <p className="mt-6 border-ink border-b pb-6 text-ink-2 text-lead">
        The deck is made in your file: your master, your logo, your typefaces.
      </p>
      <p className="mt-4 font-medium text-ink-2 text-small">
        PPTX or POTX. It stays in this browser.
      </p>
    </div>
  );
}

/** Renders the frame around the page while a file is dragged, and further down a band that says what a drop does. */
export function DragFrame() {
  const drag = useStageState((state) => state.drag);
  if (!drag) return null;
  return (
    <div className="drag-frame" aria-hidden="true">
      {drag === 'below' && (
        <div className="drag-band">
          <span className="relative w-34 shrink-0">
            <Miniature slide={firstContent} />
            <i className="drag-pen" />
          </span>
          <div>
            <p className="isolate font-serif text-[1.6875rem] leading-tight tracking-[-.02em]">
              <MarkedText>{promise}</MarkedText>
            </p>
            <p className="mt-1 text-ink-2 text-caption">
              PPTX or POTX. It stays in this browser. The page goes back to the slide.
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
