import type { BackendName } from '../../shared/settings/backend.ts';
import type { SettingReport } from '../../shared/settings/read.ts';
import type { CountedExample } from './counted-address.ts';

export interface CheckReport {
  ok: boolean;
  backend: BackendName;
  settings: SettingReport[];
  /** What is not a setting and yet not ready: placeholders, misspelt names in the file. */
  notes: Note[];
  /** Under which address requests would be counted, given TRUST_PROXY. */
  visitor: CountedExample[];
  /** With `--live`: what could be reached. */
  live?: LiveFinding[];
}

export interface Note {
  name: string;
  warning: string;
  remedy: string;
}

export interface LiveFinding {
  name: string;
  target: string;
  problem?: string;
  remedy?: string;
}
