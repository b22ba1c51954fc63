import { DatabaseSync } from 'node:sqlite';
import { makeToken } from '../../shared/entry/link.ts';
import { hashToken } from '../stores/hashes.ts';
import { signupsPath } from '../stores/sqlite/open.ts';

/**
 * Adds a link to an entry to the file of a data folder, as the worker does before it sends a mail. Throws if the address
 * has no entry.
 * @returns the token of the link.
 */
export function addLink(folder: string, email: string): string {
  const token = makeToken();
  const database = new DatabaseSync(signupsPath(folder), { timeout: 5_000 });
  database
    .prepare(`insert into links (token_hash, email, kind, created_at) values (?, ?, 'confirm', ?)`)
    .run(hashToken(token), email, new Date().toISOString());
  database.close();
  return token;
}
