/** Returns the address of the worker. */
export const workerAddress = (): string => '/assets/deck-worker.js';
