import { type EntryOutcome, type EntryStore, entryRequestSchema } from './entry.ts';
import { type HashToken, isToken } from './link.ts';

export interface EntryDependencies {
  store: EntryStore;
  hashToken: HashToken;
  /** Called with the error when the database failed. */
  onError: (error: unknown) => void;
}

async function act(input: unknown, { store, hashToken }: EntryDependencies): Promise<EntryOutcome> {
  const { success, data: request } = entryRequestSchema.safeParse(input);
  if (!success) return { end: 'invalid_request' };
  if (!isToken(request.token)) return { end: 'ended' };
  const tokenHash = await hashToken(request.token);
  if (request.action === 'remove') {
    const erasure = await store.remove(tokenHash);
    return erasure ? { end: 'removed', erasure } : { end: 'ended' };
  }
  const isConfirmed = request.action === 'confirm';
  const entry = isConfirmed ? await store.confirm(tokenHash) : await store.read(tokenHash);
  return entry ? { end: isConfirmed ? 'confirmed' : 'shown', entry } : { end: 'ended' };
}

/**
 * Shows, confirms or removes the entry that a link belongs to. `show` changes nothing. Never rejects: every failure is an
 * outcome.
 * @param input `{token, action}`, of any shape.
 */
export async function processEntry(
  input: unknown,
  dependencies: EntryDependencies,
): Promise<EntryOutcome> {
  try {
    return await act(input, dependencies);
  } catch (error) {
    dependencies.onError(error);
    return { end: 'unavailable' };
  }
}
