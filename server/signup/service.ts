import { createHmac } from 'node:crypto';
import pTimeout from 'p-timeout';
import type { BackendName } from '../../shared/settings/backend.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { createVerifyBot } from '../../shared/signup/bot-check.ts';
import { refusal, type SignupOutcome } from '../../shared/signup/outcomes.ts';
import {
  type ProcessDependencies,
  processSignup,
  retrySoonSeconds,
  type Trust,
} from '../../shared/signup/process.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { patience } from '../stores/patience.ts';
import type { OutboxCounts } from '../stores/terminal/outbox.ts';

/** The fields that were sent, as they came: `processSignup` judges them. */
export type SignupInput = Readonly<Record<string, unknown>>;

export interface Sender extends Omit<Trust, 'checked'> {
  /** Id under which the request is logged. */
  requestId: string;
}

/** Takes sign-ups, whichever backend keeps them. */
export interface SignupService {
  /** Never rejects: every way to fail is an outcome. Success means that the row is durable. */
  submit(signup: SignupInput, sender: Sender): Promise<SignupOutcome>;
}

export interface BackendParts {
  settings: Settings;
  log: Logger;
  metrics: Pick<Metrics, 'error' | 'upstream'> | null;
}

/** The service that the settings choose, with what it stands on. */
export interface Backend {
  name: BackendName;
  service: SignupService;
  /** Opens and migrates what it needs; rejects with the reason. Called again until it succeeds. */
  open(): Promise<void>;
  /** Rejects with what is not ready, which may name files, hosts and users. */
  requireReady(): Promise<void>;
  addCounts: SignupStore['addCounts'];
  /** Where there is an outbox; null while it is not open. */
  outboxCounts?(): OutboxCounts | null;
  close(): Promise<void>;
}

type Options = BackendParts & Pick<ProcessDependencies, 'store' | 'ipHashSecret'>;

/** Judges sign-ups in this process and keeps them in a store. */
export function createLocalService(options: Options): SignupService {
  const { settings, store, ipHashSecret, log, metrics } = options;
  const verifyBot = createVerifyBot(settings);
  const process: SignupService['submit'] = (signup, sender) =>
    processSignup(signup, sender, {
      store,
      settings,
      verifyBot,
      ipHashSecret,
      // Web Crypto would send each of these few microseconds through the thread pool and back.
      hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
      now: () => new Date(),
      onError(error) {
        log.error({ id: sender.requestId, err: error }, 'a sign-up could not be saved');
        metrics?.error('database');
      },
    });
  return {
    submit: (signup, sender) =>
      pTimeout(process(signup, sender), {
        milliseconds: patience.signupMs,
        fallback() {
          log.error({ id: sender.requestId }, `a sign-up took more than ${patience.signupMs} ms`);
          return refusal('unavailable', retrySoonSeconds);
        },
      }),
  };
}
