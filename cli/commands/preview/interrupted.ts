/** Resolves at the first Ctrl-C or SIGTERM, so that what was started can be ended in order. */
export function whenInterrupted(): { promise: Promise<void>; forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const listener = () => resolve();
  for (const signal of signals) process.once(signal, listener);
  return {
    promise,
    forget: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
