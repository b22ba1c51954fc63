import { type StepId, steps } from './data.ts';

/** The step that a key leads to from `current`, or undefined where the key means nothing here. */
export function stepForKey(current: StepId, key: string): StepId | undefined {
  const last = steps.length - 1;
  const index = steps.findIndex(({ id }) => id === current);
  const targets = new Map([
    ['ArrowRight', index === last ? 0 : index + 1],
    ['ArrowLeft', index === 0 ? last : index - 1],
    ['Home', 0],
    ['End', last],
  ]);
  const target = targets.get(key);
  return target === undefined ? undefined : steps[target]?.id;
}

/** The step of that name, or undefined: form state and markup are not to be trusted blindly. */
export function stepNamed(name: string | undefined): StepId | undefined {
  return steps.find(({ id }) => id === name)?.id;
}
