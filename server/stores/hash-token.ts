import { hash } from 'node:crypto';
import type { HashToken } from '../../shared/entry/link.ts';

/** Returns the SHA-256 of a token. Uses Node’s own hash, because Web Crypto would send it through the thread pool. */
export const hashToken = ((token) => hash('sha256', token)) satisfies HashToken;
