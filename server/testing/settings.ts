import { readSettings } from '../../shared/settings/read.ts';
import type { Settings } from '../../shared/settings/schema.ts';

/** Defaults, and what a test says otherwise. Throws where they are wrong. */
export function testSettings(environment: Record<string, string>): Settings {
  const read = readSettings({ environment, file: {} });
  if (!read.ok) throw new Error(JSON.stringify(read.report.filter((line) => line.problem)));
  return read.settings;
}
