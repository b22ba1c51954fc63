import { isEmail, normaliseEmail } from '../../../shared/signup/contract.ts';
import { WrongUsage } from '../../failure.ts';

/** An address as it is stored. Throws where it is none. */
export function requireEmail(address: string): string {
  const email = normaliseEmail(address);
  if (!isEmail(email)) throw new WrongUsage(`${address} is not an email address`);
  return email;
}
