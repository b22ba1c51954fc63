import { createHmac } from 'node:crypto';
import { createVerifyBot } from '../../shared/signup/bot-check.ts';
import { type ProcessDependencies, processSignup } from '../../shared/signup/process.ts';
import type { BackendParts, SignupService } from './service.ts';

type Options = BackendParts & Pick<ProcessDependencies, 'store' | 'ipHashSecret'>;

/** Judges sign-ups in this process and keeps them in a store. */
export function createLocalService(options: Options): SignupService {
  const { settings, store, ipHashSecret, log, metrics } = options;
  const dependencies: Omit<ProcessDependencies, 'onError'> = {
    store,
    settings,
    verifyBot: createVerifyBot(settings),
    ipHashSecret,
    // Web Crypto would send each of these few microseconds through the thread pool and back.
    hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
    now: () => new Date(),
  };
  return {
    submit: (signup, { visitor, requestId, isCanary = false }) =>
      processSignup(
        signup,
        { visitor, isCanary },
        {
          ...dependencies,
          onError(error) {
            log.error({ id: requestId, err: error }, 'a sign-up could not be saved');
            metrics?.error('database');
          },
        },
      ),
  };
}
