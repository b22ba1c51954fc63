import { randomBytes } from 'node:crypto';
import type { Settings } from '../../../shared/settings/schema.ts';
import type { SqliteFile } from './file.ts';

/** Made once and kept in the file, so that a restart forgets no limit. */
const keptSecret = (file: SqliteFile): Promise<string> =>
  file.commit((sql) => {
    const fresh = randomBytes(32).toString('hex');
    sql.run`insert into internals (name, value) values ('ip_hash_secret', ${fresh})
      on conflict do nothing`;
    return String(sql.get`select value from internals where name = 'ip_hash_secret'`?.value);
  });

/** The key of visitor hashes: `IP_HASH_SECRET`, or else the file’s own. Rejects while that cannot be read. */
export function createHashSecret(
  { IP_HASH_SECRET }: Pick<Settings, 'IP_HASH_SECRET'>,
  file: SqliteFile,
): () => Promise<string> {
  let secret = IP_HASH_SECRET;
  return async () => {
    secret ??= await keptSecret(file);
    return secret;
  };
}
