import { hashToken, makeToken } from '../../shared/entry/link.ts';
import { withSql } from './postgres.ts';

/** Adds a link to an entry to a PostgreSQL database, as the worker does before it sends a mail. Returns its token. */
export async function addPostgresLink(databaseUrl: string, email: string): Promise<string> {
  const token = makeToken();
  const tokenHash = await hashToken(token);
  await withSql(
    databaseUrl,
    (sql) => sql`insert into deckwright.links (token_hash, email, kind)
      values (${tokenHash}, ${email}, 'confirm')`,
  );
  return token;
}
