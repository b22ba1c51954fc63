import type { BackendName } from '../../shared/settings/backend.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import type { SignupOutcome } from '../../shared/signup/contract.ts';
import type { Trust } from '../../shared/signup/process.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics, OutboxCounts } from '../observability/metrics.ts';

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
