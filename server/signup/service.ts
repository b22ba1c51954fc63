import type { BackendName } from '../../shared/settings/backend.ts';
import type { SignupOutcome } from '../../shared/signup/contract.ts';
import type { AddCounts } from '../../shared/signup/daily-counts.ts';
import type { OutboxCounts } from '../outbox/queue.ts';

/** What was sent, field by field as it came: `processSignup` judges it. `website` is the honeypot. */
export interface SignupInput {
  email: unknown;
  source: unknown;
  turnstileToken: unknown;
  formFillTime: unknown;
  userAgent: unknown;
  website?: unknown;
}

export interface Sender {
  /** Address that the sign-up is counted under; null: unknown. */
  visitor: string | null;
  /** Id under which the request is logged. */
  requestId: string;
  /** An operator’s trial (`ping --canary`) that showed the shared secret. */
  isCanary?: boolean;
  /** Aborted when nobody waits for the outcome any more. */
  signal?: AbortSignal;
}

/** Takes sign-ups, whichever backend keeps them. */
export interface SignupService {
  /** Never rejects: every way to fail is an outcome. Success means that the row is durable. */
  submit(signup: SignupInput, sender: Sender): Promise<SignupOutcome>;
}

/** What the sign-up side counts (observability/metrics.ts). */
export interface SignupMetrics {
  error(kind: 'database' | 'outbox_full'): void;
  /** How long Supabase’s function took. */
  upstream(seconds: number): void;
}

export interface Readiness {
  ready: boolean;
  /** What is not ready; may name files, hosts and users. */
  reason?: string;
}

/** The service that the settings choose, with what it stands on. */
export interface Backend {
  name: BackendName;
  service: SignupService;
  /** Opens and migrates what it needs; rejects with the reason. Called again until it succeeds. */
  open(): Promise<void>;
  readiness(): Promise<Readiness>;
  /** Where counts by day are kept. */
  addCounts: AddCounts;
  /** Null without `SIGNUP_OUTBOX`, and while it is not open. */
  outboxCounts(): OutboxCounts | null;
  close(): Promise<void>;
}
