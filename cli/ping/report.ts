import type { BackendName } from '../../shared/settings/backend.ts';
import type { Cause } from '../reach/causes.ts';
import type { CanaryReport } from './canary.ts';
import type { Timings } from './timings.ts';

export interface PingReport {
  ok: boolean;
  backend: BackendName;
  target: string;
  cause?: Cause;
  /** What was said on the wire. */
  detail?: string;
  remedy?: string;
  ms: Timings;
  canary?: CanaryReport;
}
