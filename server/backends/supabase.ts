import { hasMail, hasOutbox } from '../../shared/settings/backend.ts';
import { createOutbox, withOutbox } from '../outbox/outbox.ts';
import type { Backend, BackendDependencies } from '../signup/backend.ts';
import { keepTrying } from '../signup/keep-trying.ts';
import { storedNoticeOf } from '../signup/notice.ts';

/** Creates the backend in which the function of Supabase judges and saves sign-ups. `deckwright deliver run` delivers. */
export async function createSupabaseBackend(dependencies: BackendDependencies): Promise<Backend> {
  const { settings, log } = dependencies;
  // The client costs the process 20 MiB, which only this backend needs.
  const { createSupabaseService } = await import('../signup/edge-function.ts');
  const supabase = createSupabaseService(dependencies);
  const { submit, submitChecked, addCounts, addNotice, requireReady, entry } = supabase;
  const outbox = hasOutbox(settings)
    ? withOutbox(supabase, createOutbox(dependencies, submitChecked))
    : undefined;
  const stop = new AbortController();
  /** Writes the notice in the background, because sign-ups do not wait for the function. */
  const writeNotice = (): void => {
    const written = keepTrying(() => addNotice(storedNoticeOf(settings)), {
      minTimeout: 1_000,
      maxTimeout: 600_000,
      signal: stop.signal,
      onFailedAttempt: ({ error, attemptNumber }) => {
        if (attemptNumber === 1) log.warn({ err: error }, 'the notice is not written yet');
      },
    });
    written.catch(() => {});
  };
  return {
    name: 'supabase',
    submit,
    addCounts,
    requireReady,
    ...(hasMail(settings) && { entry }),
    // An outbox brings its own `submit` and `requireReady`.
    ...outbox,
    async open() {
      await outbox?.open();
      writeNotice();
    },
    async close() {
      stop.abort();
      await outbox?.close();
    },
  };
}
