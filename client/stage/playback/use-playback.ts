import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { restingStep } from '../steps.ts';
import { drawLeaders } from './leaders.tsx';

/** The share of the window, or of a screen that is smaller, that must be in view before anything moves. */
const share = 0.6;

/** Returns how much of the window must be in view, in pixels. */
const enough = (height: number) => Math.min(height, innerHeight) * share;

/** The parts of the window that change while the transformation plays: the parts of the body, and the other parts. */
const bodyParts = '.window-body > *';
const otherParts = '.window > :not(.window-body), figcaption';

/**
 * Plays the transformation in the figure of the window. It consists of animations over the step at which it ends (playback.css). They
 * show the first picture until they begin. The transformation ends with its last animation, or when the visitor uses the
 * window.
 * @param hasBegun resolves when the transformation may begin.
 * @returns a function that ends the transformation at once.
 */
function play(figure: HTMLElement, hasBegun: (signal: AbortSignal) => Promise<void>): () => void {
  const find = (selector: string) => [...figure.querySelectorAll<HTMLElement>(selector)];
  const parts = [...find(otherParts), ...find(bodyParts)];
  const over = new AbortController();
  const { signal } = over;
  for (const part of find(bodyParts)) part.dataset.playing = '';
  function end() {
    for (const part of parts) delete part.dataset.playing;
    over.abort();
  }
  figure.addEventListener('pointerdown', end, { signal });
  figure.addEventListener('change', end, { signal });
  document.addEventListener('keydown', end, { signal });
  addEventListener('beforeprint', end, { signal });
  // React would look for listeners to each of some hundred events, at the cost of whole frames.
  function hide(event: Event) {
    if (figure.contains(event.target as Node)) event.stopPropagation();
  }
  for (const type of ['animationstart', 'animationend'])
    document.addEventListener(type, hide, { capture: true, signal });

  async function start() {
    await hasBegun(signal);
    // Only now, because asking for the fonts makes the browser lay out the page.
    await document.fonts.ready;
    if (signal.aborted) return;
    for (const part of parts) part.dataset.playing = '';
    const body = figure.querySelector('.window-body');
    if (body) drawLeaders(body);
    const animations = figure.getAnimations({ subtree: true });
    for (const animation of animations) animation.play();
    await Promise.allSettled(animations.map(({ finished }) => finished));
    // Removing all attributes at once would cause one long frame.
    for (const part of parts) {
      await new Promise(requestAnimationFrame);
      // After an abort the transformation may have been started again. The attributes then belong to the new run.
      if (signal.aborted) return;
      delete part.dataset.playing;
    }
    end();
  }
  start();
  return end;
}

/** Resolves when enough of the window is in view. */
const inView = (figure: HTMLElement) => (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry || entry.intersectionRect.height < enough(entry.boundingClientRect.height))
          return;
        observer.disconnect();
        resolve();
      },
      { threshold: Array.from({ length: 51 }, (_, index) => index / 50) },
    );
    observer.observe(figure.querySelector('.window') ?? figure);
    signal.addEventListener('abort', () => observer.disconnect());
  });

/** Returns whether the body of the window is out of sight, so that its first picture takes away nothing that was seen. */
function isBelowTheScreen(figure: HTMLElement): boolean {
  const top = figure.querySelector('.window-body')?.getBoundingClientRect().top ?? 0;
  return top >= innerHeight;
}

/** Returns whether the browser plays the transformation. Without `:has()` the window is a picture of Draft. */
const playsMotion = () =>
  CSS.supports('selector(:has(a))') &&
  matchMedia('(prefers-reduced-motion: no-preference)').matches;

/**
 * Plays the transformation once for each visit, when the window comes into view. If the visitor has seen the finished
 * slide of the window before, the transformation does not play by itself.
 * @returns a function that plays the transformation again.
 */
export function usePlayback(figure: RefObject<HTMLElement | null>): () => void {
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    const { current } = figure;
    if (!current || !playsMotion() || !isBelowTheScreen(current)) return;
    end.current = play(current, inView(current));
    return () => end.current?.();
  }, [figure]);
  return useCallback(() => {
    const resting = figure.current?.querySelector<HTMLInputElement>(`[value="${restingStep}"]`);
    if (!figure.current || !resting) return;
    end.current?.();
    resting.checked = true;
    end.current = play(figure.current, () => Promise.resolve());
  }, [figure]);
}
