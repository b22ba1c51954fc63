import { inUseCode, type RecordsAnswer, type RecordsRequest } from '../../shared/records.ts';
import { normaliseEmail } from '../../shared/signup/contract.ts';
import { retryRefused } from '../outbox/refused.ts';
import { forget, readState } from '../outbox/state.ts';
import { backup } from './backup.ts';
import { erase } from './erase.ts';
import { move } from './move.ts';
import { RecordsError, type RecordsOwner } from './owner.ts';
import { count, exportAll, list } from './read.ts';

async function* ping({ backend, query }: RecordsOwner): AsyncGenerator<RecordsAnswer> {
  await query('select 1 from deckwright.signups limit 1');
  yield { done: { backend } };
}

async function* outbox({ query }: RecordsOwner): AsyncGenerator<RecordsAnswer> {
  yield { done: await readState(query) };
}

async function* forgetKept({ query }: RecordsOwner, email: string): AsyncGenerator<RecordsAnswer> {
  yield { done: { forgotten: await forget(query, normaliseEmail(email)) } };
}

async function* retry(
  { query, onWaiting }: RecordsOwner,
  email: string | undefined,
): AsyncGenerator<RecordsAnswer> {
  const retried = await retryRefused(query, email === undefined ? null : normaliseEmail(email));
  if (retried > 0) onWaiting?.();
  yield { done: { retried } };
}

function answersTo(request: RecordsRequest, owner: RecordsOwner): AsyncGenerator<RecordsAnswer> {
  switch (request.method) {
    case 'count':
      return count(owner);
    case 'list':
      return list(owner, request.limit);
    case 'export':
      return exportAll(owner);
    case 'erase':
      return erase(owner, request.email);
    case 'backup':
      return backup(owner, request.file);
    case 'move':
      return move(owner, request.to);
    case 'outbox':
      return outbox(owner);
    case 'forget':
      return forgetKept(owner, request.email);
    case 'retry':
      return retry(owner, request.email);
    case 'ping':
      return ping(owner);
  }
}

/** PostgreSQL’s codes for a schema or a table that is not there. */
const missing = new Set(['3F000', '42P01']);

function asFailure(error: unknown): RecordsError {
  if (error instanceof RecordsError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (code === inUseCode) return new RecordsError(code, message);
  if (!missing.has(code)) return new RecordsError('database', message);
  return new RecordsError(
    'not_migrated',
    'The database holds no sign-ups table yet.',
    'Start the server once, or run `supabase db push`.',
  );
}

/** What a failure looks like on the line. */
export function failureAnswer(failure: unknown): RecordsAnswer {
  const { code, message, remedy } = asFailure(failure);
  return { error: { code, message, ...(remedy === undefined ? {} : { remedy }) } };
}

/** Everything that one request is answered with. Never throws: a failure is the last answer. */
export async function* perform(
  request: RecordsRequest,
  owner: RecordsOwner,
): AsyncGenerator<RecordsAnswer> {
  try {
    yield* answersTo(request, owner);
  } catch (error) {
    yield failureAnswer(error);
  }
}
