import type { IncomingMessage } from 'node:http';
import { isSameSecret } from '../../shared/same-secret.ts';

/** Returns whether a request carries a bearer token. The name of the scheme may be in any case (RFC 9110, 11.1). */
export const carriesToken = (
  { headers: { authorization = '' } }: Pick<IncomingMessage, 'headers'>,
  token: string,
): boolean => isSameSecret(authorization.replace(/^bearer /i, 'Bearer '), `Bearer ${token}`);
