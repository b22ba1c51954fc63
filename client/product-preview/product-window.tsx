import { useRef } from 'react';
import { Still } from '../ui/still.tsx';
import { exhibit, steps } from './data.ts';
import { panelId, tabId, useStep } from './use-step.ts';
import { StepRadios, StepTabs } from './window-steps.tsx';

const windowBody = () => import('./window-body.tsx').then(({ WindowBody }) => WindowBody);

/**
 * The product preview of the hero with its caption row, “Exhibit 1”. One to a page.
 * CSS shows the chosen step from the radio inputs or, once script runs, from the tabs, so the
 * preview works the same before, without and with script; the captions are the tabs’ panels.
 */
export function ProductWindow() {
  const place = useRef<HTMLElement>(null);
  const [step, choose] = useStep(place);
  return (
    <figure ref={place} className="exhibit-window">
      <div className="window">
        {step ? <StepTabs step={step} choose={choose} /> : <StepRadios />}
        <Still part="window-body" className="window-body" load={windowBody} />
      </div>
      <figcaption>
        <b>{exhibit.label}</b>
        <div className="window-captions">
          {steps.map(({ id, name, caption }) => (
            <p
              key={id}
              id={panelId(id)}
              data-caption={id}
              {...(step && { role: 'tabpanel', 'aria-labelledby': tabId(id) })}
            >
              <b>{name}.</b> {caption}
            </p>
          ))}
        </div>
        <span>{exhibit.note}</span>
      </figcaption>
    </figure>
  );
}
