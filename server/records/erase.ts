import type { RecordsAnswer } from '../../shared/records.ts';
import { isEmail, normaliseEmail } from '../../shared/signup/contract.ts';
import { RecordsError, type RecordsOwner } from './owner.ts';

/** In one statement, so that there is no row without evidence and no evidence without a row. */
const eraseStatement = `with erased as (
    delete from deckwright.signups where email = $1::text returning email
  ), salted as (
    select email, gen_random_uuid()::text as salt from erased
  )
  insert into deckwright.erasures (salt, address_hash)
  select salt, encode(sha256(convert_to(salt || email, 'UTF8')), 'hex') from salted
  returning erased_at`;

/** Removes an address. What stays is a salted hash and a date, as evidence that it was done. */
export async function* erase(owner: RecordsOwner, email: string): AsyncGenerator<RecordsAnswer> {
  const address = normaliseEmail(email);
  if (!isEmail(address)) {
    throw new RecordsError('invalid_email', 'That is not an email address.');
  }
  const rows = await owner.query(eraseStatement, [address]);
  // A deleted row lies in its file until that is written anew; nobody else does so to embedded data.
  if (rows.length > 0 && owner.backend === 'embedded') {
    await owner.query('vacuum full deckwright.signups');
    await owner.query('checkpoint');
  }
  yield { done: { erased: rows.length } };
}
