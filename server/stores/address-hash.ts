import { hash } from 'node:crypto';

/**
 * Returns what stands for an address in `erasures`, `stops`, `mail_counts` and `deliveries`: the SHA-256 of a key and the
 * address, hexadecimal. The keys are in `address_keys`.
 */
export const addressHash = (key: string, email: string): string =>
  hash('sha256', `${key}:${email}`);
