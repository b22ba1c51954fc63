import type { Readiness } from './service.ts';

/** Ready where the question is answered; else the reason is why it was not. */
export const readinessOf = (question: Promise<unknown>): Promise<Readiness> =>
  question.then(
    () => ({ ready: true }),
    (error: unknown) => ({
      ready: false,
      reason: error instanceof Error ? error.message : String(error),
    }),
  );
