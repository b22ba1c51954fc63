import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { PageConfig } from '../shared/page-config.ts';
import {
  type ReadSettings,
  readSettings,
  type SettingReport,
  type Settings,
} from '../shared/settings.ts';

/** Reads `.env` in the working directory; no file is an empty one. */
function readFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** The only reader of the environment. Never throws on a bad value: the report names every problem. */
export const readConfig = (environment = process.env, file = '.env'): ReadSettings =>
  readSettings({ environment, file: readFile(file) });

/** Every problem with its remedy, one a line, for a start that is refused. */
export function describeProblems(report: readonly SettingReport[]): string {
  const problems = report.filter((line) => line.problem !== undefined);
  const lines = problems.map(
    ({ name, problem, remedy }) => `  ${name}: ${problem}. ${remedy ?? ''}`,
  );
  return ['The server does not start with these settings:', ...lines, ''].join('\n');
}

/** What the browser needs to know of this environment. */
export function pageConfig(settings: Settings): PageConfig {
  const supabaseKey = settings.SUPABASE_PUBLISHABLE_KEY ?? settings.SUPABASE_ANON_KEY;
  const direct =
    settings.SIGNUP_TRANSPORT === 'direct' && settings.SUPABASE_URL && supabaseKey
      ? ({ kind: 'direct', supabaseUrl: settings.SUPABASE_URL, supabaseKey } as const)
      : null;
  return {
    origin: settings.SITE_ORIGIN,
    contactEmail: settings.CONTACT_EMAIL,
    indexing: settings.INDEXING === 'on',
    turnstileSiteKey: settings.TURNSTILE_SITE_KEY ?? null,
    transport: direct ?? { kind: 'proxy' },
  };
}
