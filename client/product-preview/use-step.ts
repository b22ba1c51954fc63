import { type RefObject, useEffect, useRef, useState } from 'react';
import { firstStep, type StepId } from './data.ts';
import { stepNamed } from './step-keys.ts';

export const tabId = (step: StepId) => `window-tab-${step}`;
export const panelId = (step: StepId) => `window-panel-${step}`;

/**
 * The chosen step of the window in `place`. It is undefined until script has taken over from the
 * prerendered radio inputs; then the choice made there is kept, and so is the focus.
 */
export function useStep(place: RefObject<HTMLElement | null>) {
  const [step, setStep] = useState<StepId>();
  const movesFocus = useRef(false);

  useEffect(() => {
    const radio = place.current?.querySelector<HTMLInputElement>('[data-step]:checked');
    const focused = document.activeElement;
    movesFocus.current = focused instanceof HTMLInputElement && focused.name === radio?.name;
    setStep(stepNamed(radio?.value) ?? firstStep);
  }, [place]);

  useEffect(() => {
    if (!step || !movesFocus.current) return;
    movesFocus.current = false;
    document.getElementById(tabId(step))?.focus();
  }, [step]);

  function choose(next: StepId, moveFocus = false) {
    movesFocus.current = moveFocus;
    setStep(next);
  }
  return [step, choose] as const;
}
