import type { Settings } from '../../shared/settings.ts';
import type { LiveFinding } from './report.ts';

/** What of the outside world these settings name, and whether it answers. */
export async function live(_settings: Settings): Promise<LiveFinding[]> {
  return [];
}
