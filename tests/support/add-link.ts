import { hashToken } from '../../server/stores/hashes.ts';
import { makeToken } from '../../shared/entry/link.ts';
import { withSql } from './postgres.ts';

/** Adds a link to an entry to a PostgreSQL database, as the worker does before it sends a mail. Returns its token. */
export async function addPostgresLink(databaseUrl: string, email: string): Promise<string> {
  const token = makeToken();
  await withSql(
    databaseUrl,
    (sql) => sql`insert into deckwright.links (token_hash, email, kind)
      values (${hashToken(token)}, ${email}, 'confirm')`,
  );
  return token;
}
