import type { BackendName } from '../../../shared/settings/backend.ts';
import type { SettingReport } from '../../../shared/settings/read.ts';
import type { countedExamples } from './settings/counted-address.ts';

/** The judgement of one thing: a setting, a line of a file, or something that `--live` tried. */
export interface Finding {
  name: string;
  /** A setting’s value, a file and line, or the address that was tried. */
  value: string;
  /** Where a setting’s value comes from. */
  source?: SettingReport['source'];
  /** The problem. The command exits with 1. */
  problem?: string;
  /** A value that the operator probably did not mean. */
  warning?: string;
  remedy?: string;
}

/** The judgement alone. All fields are absent when the thing is in order. */
export type Verdict = Pick<Finding, 'problem' | 'warning' | 'remedy'>;

export interface CheckReport {
  ok: boolean;
  backend: BackendName;
  /** The absolute path of the data folder. Absent when this machine holds no data. */
  dataDir?: string;
  settings: Finding[];
  /** Findings that are about no setting: placeholders, and lines of the file of settings that have no effect. */
  notes: Finding[];
  /** The address under which the server would count each of three requests with this TRUST_PROXY. */
  visitor: ReturnType<typeof countedExamples>;
  /** The findings of `--live`. */
  live?: Finding[];
  /** What the settings do on a day with many sign-ups: the findings of `--for`. */
  crowd?: Finding[];
}
