/** Turnstile’s published dummy keys, which accept or refuse everybody, for a made-up host. */
export const isDummyKey = (key: string): boolean => /^[123]x0/.test(key);
