import { readSettings } from '../../shared/settings/read.ts';
import type { Settings } from '../../shared/settings/schema.ts';

/** Returns the default settings with those of a test in their place. Throws if a setting is wrong. */
export function testSettings(environment: Record<string, string>): Settings {
  const read = readSettings({ environment, file: {} });
  if (!read.ok) throw new Error(JSON.stringify(read.report.filter((line) => line.problem)));
  return read.settings;
}
