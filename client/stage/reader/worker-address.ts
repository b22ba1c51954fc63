import address from './worker.ts?worker&url';

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/** Returns the address of the worker. Where the page enforces Trusted Types, only this address is a script's address. */
export function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('deck-worker', { createScriptURL: () => address });
  return policy ? policy.createScriptURL(address) : address;
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;
