import type { BackendName } from '../../../shared/settings/backend.ts';
import type { SettingReport } from '../../../shared/settings/read.ts';
import type { countedExamples } from './counted-address.ts';

/** What is wrong, or probably not meant, and how to mend it. */
export interface Verdict {
  problem?: string;
  warning?: string;
  remedy?: string;
}

export interface CheckReport {
  ok: boolean;
  backend: BackendName;
  /** Absolute; absent where no data lies on this machine. */
  dataDir?: string;
  settings: SettingReport[];
  /** What is not a setting and yet not ready: placeholders, misspelt names in the file. */
  notes: Note[];
  /** Under which address requests would be counted, given TRUST_PROXY. */
  visitor: ReturnType<typeof countedExamples>;
  /** With `--live`: what was tried. */
  live?: LiveFinding[];
}

export interface Note extends Verdict {
  name: string;
  /** File and line. */
  at: string;
}

export interface LiveFinding extends Verdict {
  name: string;
  target: string;
}
