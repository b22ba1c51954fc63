import { useEffect } from 'react';
import { choose } from '../own/choose-template.ts';
import { bringIntoView } from '../own/in-view.ts';
import { filesOf } from '../own/pick-files.ts';
import { prepareReader } from '../own/prepare.ts';
import { change, currentState } from '../state.ts';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Returns whether the element is in view for the most part. */
function isMostlyInView(element: Element | null): boolean {
  if (!element) return false;
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > height / 2;
}

/** Takes files that are dropped anywhere on the page. Links and text are ignored. */
export function useDrop(): void {
  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    /** The element that the drag has entered last. WebKit does not say where a drag goes that leaves an element. */
    let entered: EventTarget | null = null;
    const end = () => currentState().drag && change({ drag: undefined });
    const over = (event: DragEvent) => {
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      // Else the browser may move the file: a mail program then deletes the mail of a dragged attachment.
      if (!/^(link|move)/.test(event.dataTransfer.effectAllowed))
        event.dataTransfer.dropEffect = 'copy';
      if (currentState().drag) return;
      const isTop = isMostlyInView(document.querySelector('.hero-stage'));
      change({ drag: isTop ? 'top' : 'below' });
    };
    const drop = (event: DragEvent) => {
      end();
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      const stage = document.querySelector('.hero-stage');
      if (!isMostlyInView(stage) && !isMostlyInView(document.querySelector('.window')))
        bringIntoView(stage, 'center');
      choose(filesOf(event.dataTransfer));
    };
    const enter = (event: DragEvent) => {
      entered = event.target;
      if (hasFiles(event)) prepareReader();
    };
    const leave = ({ target }: DragEvent) => target === entered && end();
    document.addEventListener('dragenter', enter, { signal });
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    // The pointer moves only while nothing is dragged. Some browsers do not report a drag that leaves by an edge.
    document.addEventListener('pointermove', end, { signal });
    return () => events.abort();
  }, []);
}
