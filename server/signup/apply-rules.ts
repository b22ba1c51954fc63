import pTimeout from 'p-timeout';
import type { EntryOutcome, EntryStore } from '../../shared/entry/entry.ts';
import { processEntry } from '../../shared/entry/process.ts';
import { hasEvents, hasMail } from '../../shared/settings/backend.ts';
import { type BotCheckOptions, createVerifyBot } from '../../shared/signup/bot-check.ts';
import { refusal } from '../../shared/signup/outcomes.ts';
import {
  type ProcessDependencies,
  processSignup,
  retrySoonSeconds,
} from '../../shared/signup/process.ts';
import { hashToken, hmac } from '../stores/hashes.ts';
import { timeouts } from '../stores/timeouts.ts';
import type { Backend, BackendDependencies, Submit } from './backend.ts';
import { createFailureLog } from './failure-log.ts';

type SubmitOptions = BackendDependencies &
  Pick<ProcessDependencies, 'store' | 'ipHashSecret'> & {
    botCheck?: BotCheckOptions;
  };

/** Creates the function that judges sign-ups in this process and saves them in a store. */
export function createLocalSubmit(options: SubmitOptions): Submit {
  const { settings, store, ipHashSecret, log, metrics } = options;
  const verifyBot = createVerifyBot(settings, fetch, options.botCheck);
  const logFailure = createFailureLog(log);
  const [sendsMails, queuesEvents] = [hasMail(settings), hasEvents(settings)];
  const judge: Submit = (signup, sender) =>
    processSignup(signup, sender, {
      store,
      settings,
      verifyBot,
      hasMail: sendsMails,
      queuesEvents,
      ipHashSecret,
      hmac,
      now: () => new Date(),
      onError(error) {
        logFailure(sender.requestId, error);
        metrics?.error('database');
      },
    });
  return (signup, sender) =>
    pTimeout(judge(signup, sender), {
      milliseconds: timeouts.signupMs,
      fallback() {
        log.error({ id: sender.requestId }, `a sign-up took more than ${timeouts.signupMs} ms`);
        return refusal('unavailable', retrySoonSeconds);
      },
    });
}

/** Creates the function that shows and changes entries in this process. */
export function createLocalEntry({
  entries,
  log,
  metrics,
}: BackendDependencies & { entries: EntryStore }): NonNullable<Backend['entry']> {
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
      milliseconds: timeouts.signupMs,
      fallback(): EntryOutcome {
        log.error({ id: requestId }, `an entry took more than ${timeouts.signupMs} ms`);
        return { end: 'unavailable' };
      },
    });
  };
}
