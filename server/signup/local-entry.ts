import pTimeout from 'p-timeout';
import type { EntryOutcome, EntryStore } from '../../shared/entry/entry.ts';
import { processEntry } from '../../shared/entry/process.ts';
import { hashToken } from '../stores/hashes.ts';
import { patience } from '../stores/patience.ts';
import type { Backend, BackendDependencies } from './backend.ts';

type Options = BackendDependencies & { entries: EntryStore };

/** Creates the function that shows and changes entries in this process. */
export function createLocalEntry(options: Options): NonNullable<Backend['entry']> {
  const { entries, log, metrics } = options;
  return (request, requestId) => {
    const ended = processEntry(request, {
      store: entries,
      hashToken,
      onError(error) {
        log.error({ id: requestId, err: error }, 'an entry could not be read or changed');
        metrics?.error('database');
      },
    });
    return pTimeout(ended, {
      milliseconds: patience.signupMs,
      fallback(): EntryOutcome {
        log.error({ id: requestId }, `an entry took more than ${patience.signupMs} ms`);
        return { end: 'unavailable' };
      },
    });
  };
}
