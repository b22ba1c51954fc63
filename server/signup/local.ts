import pTimeout from 'p-timeout';
import { hasEvents, hasMail } from '../../shared/settings/backend.ts';
import { type BotCheckOptions, createVerifyBot } from '../../shared/signup/bot-check.ts';
import { refusal } from '../../shared/signup/outcomes.ts';
import {
  type ProcessDependencies,
  processSignup,
  retrySoonSeconds,
} from '../../shared/signup/process.ts';
import { hmac } from '../stores/hashes.ts';
import { patience } from '../stores/patience.ts';
import type { BackendDependencies, Submit } from './backend.ts';
import { createFailureLog } from './failure-log.ts';

type Options = BackendDependencies &
  Pick<ProcessDependencies, 'store' | 'ipHashSecret'> & {
    botCheck?: BotCheckOptions;
  };

/** Creates the function that judges sign-ups in this process and saves them in a store. */
export function createLocalSubmit(options: Options): Submit {
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
      milliseconds: patience.signupMs,
      fallback() {
        log.error({ id: sender.requestId }, `a sign-up took more than ${patience.signupMs} ms`);
        return refusal('unavailable', retrySoonSeconds);
      },
    });
}
