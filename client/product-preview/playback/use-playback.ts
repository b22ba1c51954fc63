import { type RefObject, useEffect } from 'react';
import { restingStep } from '../steps.ts';
import { drawLeaders } from './leaders.tsx';

let hasPlayed = false;

/** Not for whom motion is too much, nor for who has read past the window or chosen a step already. */
function mayPlay(preview: HTMLElement): boolean {
  const { top, height } = preview.getBoundingClientRect();
  return (
    matchMedia('(prefers-reduced-motion: no-preference)').matches &&
    CSS.supports('selector(:has(a))') &&
    top + height / 2 > 0 &&
    preview.querySelector(`[value="${restingStep}"]:checked`) !== null
  );
}

/**
 * Plays the transformation in a preview once it is in view. All of it is animations that wait in playback.css
 * over the step on which it rests: it ends when they do, or at once when the attributes go.
 * @returns what ends it.
 */
function play(preview: HTMLElement): () => void {
  const parts = preview.querySelectorAll<HTMLElement>(
    '.window > :not(.window-body), .window-body > *, figcaption',
  );
  const over = new AbortController();
  const { signal } = over;
  for (const part of parts) part.dataset.playing = '';
  function end() {
    for (const part of parts) delete part.dataset.playing;
    over.abort();
  }
  preview.addEventListener('pointerdown', end, { signal });
  preview.addEventListener('change', end, { signal });
  document.addEventListener('keydown', end, { signal });
  addEventListener('beforeprint', end, { signal });
  // React would look for listeners to each of some hundred events, at the cost of whole frames.
  for (const type of ['animationstart', 'animationend'])
    document.addEventListener(type, (event) => event.stopPropagation(), { capture: true, signal });

  async function start() {
    await document.fonts.ready;
    if (signal.aborted) return;
    const body = preview.querySelector('.window-body');
    if (body) drawLeaders(body);
    const animations = preview.getAnimations({ subtree: true });
    for (const animation of animations) animation.play();
    await Promise.allSettled(animations.map(({ finished }) => finished));
    // All at once would be one long frame.
    for (const part of parts) {
      await new Promise(requestAnimationFrame);
      delete part.dataset.playing;
    }
    end();
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      start();
    },
    // Half of the window is then in view, or all that a small screen has room for.
    { rootMargin: '0px 0px -40%' },
  );
  observer.observe(preview);
  signal.addEventListener('abort', () => observer.disconnect());
  return end;
}

/** Plays the transformation once for each visit, when the reader comes to it. */
export function usePlayback(preview: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (hasPlayed || !preview.current || !mayPlay(preview.current)) return;
    hasPlayed = true;
    return play(preview.current);
  }, [preview]);
}
