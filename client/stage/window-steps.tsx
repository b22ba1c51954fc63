import { restingStep, steps } from './steps.ts';

export const captionId = (step: string) => `window-caption-${step}`;

/** Shows the steps as chevrons. They are radio inputs, which work without a script. */
export function WindowSteps() {
  return (
    <fieldset className="grid grid-cols-4 border-rule border-b bg-app p-2 md:px-4 md:py-2.5 low:py-1.5">
      <legend className="sr-only">Steps of the product preview</legend>
      {steps.map(({ id, name }) => (
        <label
          key={id}
          className="chevron step not-last:-mr-1.25 grid h-11 cursor-pointer place-items-center px-1 font-medium text-[clamp(min(.75rem,4.4vw),3.6vw,.875rem)] has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 md:text-small md:[--tip:14px]"
        >
          <input
            type="radio"
            id={`window-step-${id}`}
            className="absolute inset-0 cursor-pointer opacity-0"
            name="window-step"
            value={id}
            defaultChecked={id === restingStep}
            aria-describedby={captionId(id)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
