import { isEmail, normaliseEmail } from '../../../shared/signup/address.ts';
import { WrongUsage } from '../../failure.ts';

/** Returns an address as the database stores it. Throws when the text is no address. */
export function requireEmail(address: string): string {
  const email = normaliseEmail(address);
  if (!isEmail(email)) throw new WrongUsage(`${address} is not an email address`);
  return email;
}
