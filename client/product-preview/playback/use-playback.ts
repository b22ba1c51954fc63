import { type RefObject, useEffect } from 'react';
import { restingStep, type StepId } from '../steps.ts';
import { drawLeaders } from './leaders.ts';
import { createPlayback, timetable } from './playback.ts';

let hasPlayed = false;

const stepInput = (preview: HTMLElement, step: StepId) =>
  preview.querySelector<HTMLInputElement>(`[name="window-step"][value="${step}"]`);

function choose(preview: HTMLElement, step: StepId): void {
  const input = stepInput(preview, step);
  if (input) input.checked = true;
}

/** Not for whom motion is too much, nor for who has read past the window or chosen a step already. */
function mayPlay(preview: HTMLElement): boolean {
  const { top, height } = preview.getBoundingClientRect();
  return (
    matchMedia('(prefers-reduced-motion: no-preference)').matches &&
    CSS.supports('selector(:has(a))') &&
    top + height / 2 > 0 &&
    stepInput(preview, restingStep)?.checked === true
  );
}

/** Calls back once half of the element, or what of it covers half of the screen, is in view. */
function onceInView(element: Element, callback: () => void, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry) return;
      const { intersectionRect, boundingClientRect } = entry;
      if (intersectionRect.height >= Math.min(boundingClientRect.height, innerHeight) / 2) {
        observer.disconnect();
        callback();
      }
    },
    { threshold: [0.1, 0.2, 0.3, 0.4, 0.5] },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Plays the transformation in a preview. @returns what ends it. */
function play(preview: HTMLElement): () => void {
  const over = new AbortController();
  const { signal } = over;
  const playback = createPlayback({
    begin(part) {
      preview.setAttribute(`data-${part}`, '');
      if (part === 'playing') choose(preview, 'upload');
      if (part === 'drafting') choose(preview, restingStep);
    },
    end() {
      for (const [, part] of timetable) preview.removeAttribute(`data-${part}`);
      preview.removeAttribute('data-playing');
      over.abort();
    },
  });

  // Whoever is about to choose a step goes on from the one that is shown.
  const interrupt = ({ target }: Event) => {
    playback.end();
    const isChoosing = target instanceof Element && target.closest('.window-steps');
    if (!isChoosing) choose(preview, restingStep);
  };
  preview.addEventListener('pointerdown', interrupt, { signal });
  preview.addEventListener('change', playback.end, { signal });
  document.addEventListener('keydown', interrupt, { signal });

  async function start() {
    await document.fonts.ready;
    if (signal.aborted) return;
    const body = preview.querySelector('.window-body');
    if (body) drawLeaders(body);
    playback.start();
  }
  onceInView(preview.firstElementChild ?? preview, start, signal);
  return playback.end;
}

/** Plays the transformation once for each visit, when the reader comes to it. */
export function usePlayback(preview: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (hasPlayed || !preview.current || !mayPlay(preview.current)) return;
    hasPlayed = true;
    return play(preview.current);
  }, [preview]);
}
