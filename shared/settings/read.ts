import { isSecretSupabaseKey } from './backend.ts';
import { contradictions, type Rule, warnings } from './rules.ts';
import { type Setting, type SettingName, type Settings, settings } from './schema.ts';

export interface SettingReport {
  name: SettingName;
  /** The given or the default value, with secrets masked. Empty when the setting is unset. */
  value: string;
  source: 'default' | 'environment' | 'file';
  /** The server does not start with this value. */
  problem?: string;
  /** The server starts with this value, but the operator probably meant another. */
  warning?: string;
  remedy?: string;
}

const masked = '••••••••';
/** Returns a value for display, with secrets masked. Masks a secret key and a password also in a public setting. */
const shown = (setting: Setting, value = ''): string =>
  value && (setting.secret || isSecretSupabaseKey(value))
    ? masked
    : value.replace(/\/\/[^/@]*@/, `//${masked}@`);

/** Some settings, or all of them. Without `ok`, the report names each problem. */
export type ReadSettings<Name extends SettingName = SettingName> =
  | { ok: true; settings: Pick<Settings, Name>; report: SettingReport[] }
  | { ok: false; report: SettingReport[] };

type Given = Readonly<Record<string, string | undefined>>;
type Sources = { environment: Given; file: Given };

/** What a file of settings can do wrong to a value, with the pattern of such a value. No setting has a line break. */
const misread = [
  {
    pattern: /[\r\n]/,
    problem: 'runs over more than one line',
    remedy: 'Write the value on one line. Close a quotation mark on the line on which it opens.',
  },
  // Reading an `.env` file removes quotation marks. Docker’s `--env-file` passes them on.
  {
    pattern: /^(["'`]).*\1$/,
    problem: 'is in quotation marks, which belong to the value here',
    remedy: 'Leave the quotation marks out.',
  },
  {
    pattern: /^(["'`])(?!.*\1)./,
    problem: 'begins with a quotation mark that nothing closes',
    remedy: 'Close the quotation mark, or leave it out.',
  },
];

/** Returns the fault in the way in which a value was written; undefined without a fault. */
function misreadingOf(raw: string) {
  const found = misread.find(({ pattern }) => pattern.test(raw));
  return found && { problem: found.problem, remedy: found.remedy };
}

function readOne(name: SettingName, { environment, file }: Sources) {
  const setting: Setting = settings[name];
  const fromEnvironment = environment[name] || undefined;
  const raw = fromEnvironment ?? (file[name] || undefined);
  const isProduction = (environment.NODE_ENV || file.NODE_ENV) === 'production';
  const hasMail = Boolean(environment.MAIL_URL || file.MAIL_URL);
  const value =
    raw ??
    (isProduction ? setting.productionDefault : undefined) ??
    (hasMail ? setting.defaultWithMail : undefined) ??
    setting.default;
  const parsed = setting.schema.safeParse(value);
  const wrong =
    misreadingOf(raw ?? '') ??
    (!parsed.success && {
      problem: String(parsed.error.issues[0]?.message),
      remedy: setting.remedy,
    });
  const line: SettingReport = {
    name,
    value: shown(setting, value),
    source: fromEnvironment ? 'environment' : raw ? 'file' : 'default',
    ...wrong,
  };
  // A bad value counts as set, so that the report also names the settings that contradict it.
  return { line, value: parsed.success ? parsed.data : raw };
}

/** Applies the rules about several settings to a line. A line with a problem of its own keeps that problem. */
function judge(line: SettingReport, read: Settings): SettingReport {
  if (line.problem) return line;
  const applies = ({ name, when }: Rule): boolean => name === line.name && when(read);
  const wrong = contradictions.find(applies);
  if (wrong) return { ...line, problem: wrong.says, remedy: wrong.remedy };
  const warned = warnings.find(applies);
  return warned ? { ...line, warning: warned.says, remedy: warned.remedy } : line;
}

const allNames = Object.keys(settings) as SettingName[];

/**
 * Reads every setting, and judges those that the caller uses. An empty value counts as unset. The environment wins over
 * the file. Never throws: the report has the problems and remedies of the used settings.
 * @param used all settings, unless a command needs only some of them.
 */
export function readSettings<Name extends SettingName = SettingName>(
  given: Sources,
  used: readonly Name[] = allNames as Name[],
): ReadSettings<Name> {
  const lines = allNames.map((name) => ({ name, ...readOne(name, given) }));
  const read = Object.fromEntries(lines.map(({ name, value }) => [name, value])) as Settings;
  const report = lines
    .filter(({ name }) => used.some((one) => one === name))
    .map(({ line }) => judge(line, read));
  return report.some((line) => line.problem)
    ? { ok: false, report }
    : { ok: true, settings: read, report };
}
