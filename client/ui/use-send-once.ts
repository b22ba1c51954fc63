import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Returns the `mutate` of a mutation. It ignores a call until the response to the call before has arrived, so that a
 * button that is pressed twice sends its form once. React Query's `isPending` changes a task later, after a second press.
 */
export function useSendOnce<Data, Failure, Variables, Context>({
  mutate,
}: Pick<UseMutationResult<Data, Failure, Variables, Context>, 'mutate'>) {
  const isInFlight = useRef(false);
  return (
    variables: Variables,
    options?: MutateOptions<Data, Failure, Variables, Context>,
  ): void => {
    if (isInFlight.current) return;
    isInFlight.current = true;
    mutate(variables, {
      ...options,
      onSettled: () => {
        isInFlight.current = false;
      },
    });
  };
}
