import { createHmac } from 'node:crypto';
import type { ExportedRow } from '../../../../shared/signup/fields.ts';

const daySeconds = 24 * 60 * 60;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Returns the code of an invited person: a JSON Web Token (HS256, RFC 7519) with the address (`sub`), the wave and the end
 * of its validity (`exp`). The same invitation always gives the same code. `docs/invitation-codes.md` shows how the product
 * verifies a code.
 * @param days the days from the invitation for which the code is valid.
 */
export function inviteCode(
  secret: string,
  { email, wave, invitedAt }: Pick<ExportedRow, 'email' | 'wave' | 'invitedAt'>,
  days: number,
): string {
  const exp = Math.floor(Date.parse(String(invitedAt)) / 1_000) + days * daySeconds;
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: email, wave, exp })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
