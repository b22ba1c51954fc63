import type { KeyboardEvent } from 'react';
import { exhibit, firstStep, type StepId, steps } from './data.ts';
import { stepForKey } from './step-keys.ts';
import { panelId, tabId } from './use-step.ts';

const faces = steps.map(({ id, name }, index) => ({
  id,
  face: (
    <>
      <span aria-hidden="true">{index + 1}</span>
      {name}
    </>
  ),
}));

/** The chevrons as prerendered: radio inputs, which need no script. */
export function StepRadios() {
  return (
    <div className="window-steps" role="radiogroup" aria-label={exhibit.stepsLabel}>
      {faces.map(({ id, face }) => (
        <label key={id} className="step">
          <input
            type="radio"
            name="window-step"
            value={id}
            data-step={id}
            defaultChecked={id === firstStep}
            aria-describedby={panelId(id)}
          />
          {face}
        </label>
      ))}
    </div>
  );
}

interface StepTabsProps {
  step: StepId;
  choose: (step: StepId, movesFocus?: boolean) => void;
}

/** The chevrons once script runs: a tablist whose panels are the captions. */
export function StepTabs({ step, choose }: StepTabsProps) {
  function onKeyDown(event: KeyboardEvent) {
    const next = stepForKey(step, event.key);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(next, true);
  }

  return (
    <div className="window-steps" role="tablist" aria-label={exhibit.stepsLabel}>
      {faces.map(({ id, face }) => (
        <button
          key={id}
          type="button"
          className="step"
          id={tabId(id)}
          role="tab"
          data-step={id}
          aria-selected={id === step}
          aria-controls={panelId(id)}
          aria-describedby={panelId(id)}
          tabIndex={id === step ? 0 : -1}
          onClick={() => choose(id)}
          onKeyDown={onKeyDown}
        >
          {face}
        </button>
      ))}
    </div>
  );
}
