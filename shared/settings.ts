import { type SettingName, type Settings, settings } from './settings-list.ts';
import { contradictions, doubts } from './settings-rules.ts';

export { type SettingName, type Settings, settings } from './settings-list.ts';

export interface SettingReport {
  name: SettingName;
  /** As given or defaulted; secrets masked; empty when unset. */
  value: string;
  source: 'default' | 'environment' | 'file';
  /** The server does not start with it. */
  problem?: string;
  /** It starts, and probably not as meant. */
  warning?: string;
  /** How to mend the problem or the warning. */
  remedy?: string;
}

const mask = (name: SettingName, value: string): string => {
  if (value === '' || !('secret' in settings[name])) return value;
  return '••••••••';
};

export type ReadSettings =
  | { ok: true; settings: Settings; report: SettingReport[] }
  | { ok: false; report: SettingReport[] };

type Given = Readonly<Record<string, string | undefined>>;
type Sources = { environment: Given; file: Given };

function readOne(name: SettingName, { environment, file }: Sources) {
  const setting = settings[name];
  const fromEnvironment = environment[name] || undefined;
  const raw = fromEnvironment ?? (file[name] || undefined);
  const fallback = 'default' in setting ? setting.default : undefined;
  const parsed = setting.schema.safeParse(raw ?? fallback);
  const line: SettingReport = {
    name,
    value: mask(name, raw ?? fallback ?? ''),
    source: fromEnvironment ? 'environment' : raw ? 'file' : 'default',
    ...(parsed.success
      ? {}
      : { problem: parsed.error.issues[0]?.message ?? 'is not valid', remedy: setting.remedy }),
  };
  // A bad value still counts as set, so that what it contradicts is named in the same breath.
  return { line, value: parsed.success ? parsed.data : raw };
}

/** Writes down what the settings say together; a line that is already judged keeps its verdict. */
function judge(report: readonly SettingReport[], read: Settings): void {
  const lineOf = (name: SettingName) => report.find((line) => line.name === name);
  for (const { name, when, says, remedy } of contradictions) {
    const line = lineOf(name);
    if (line && !line.problem && when(read)) Object.assign(line, { problem: says, remedy });
  }
  for (const { name, when, says, remedy } of doubts) {
    const line = lineOf(name);
    if (line && !line.remedy && when(read)) Object.assign(line, { warning: says, remedy });
  }
}

/**
 * Reads and judges every setting. An empty value counts as unset. The environment wins over the file.
 * Never throws: what is wrong stands in the report, each with its remedy.
 */
export function readSettings(given: Sources): ReadSettings {
  const names = Object.keys(settings) as SettingName[];
  const lines = names.map((name) => ({ name, ...readOne(name, given) }));
  const report = lines.map(({ line }) => line);
  const read = Object.fromEntries(lines.map(({ name, value }) => [name, value])) as Settings;
  judge(report, read);
  return report.some((line) => line.problem)
    ? { ok: false, report }
    : { ok: true, settings: read, report };
}
