import { Command } from 'commander';
import { dataDirOf } from '../../server/config.ts';
import { backendOf } from '../../shared/settings/backend.ts';
import type { SettingName } from '../../shared/settings/schema.ts';
import { countedExamples } from '../check/counted-address.ts';
import { judgeDataFolder } from '../check/data-folder.ts';
import { placeholderNotes } from '../check/placeholders.ts';
import type { CheckReport } from '../check/report.ts';
import { unknownNames } from '../check/unknown-names.ts';
import { readEnvironment, variables } from '../environment.ts';
import { serverAnswers } from '../reach/local-server.ts';
import { hasServer } from '../records/owner.ts';
import { renderCheck } from '../render/check.ts';
import { type JsonOption, present, type Session, withJson } from '../session.ts';

export const checkCommand = (session: Session): Command =>
  withJson(new Command('check'))
    .description('every setting: value, where it came from, what is wrong and how to mend it')
    .option('--live', 'also try to reach what the settings name')
    .action(async (options: JsonOption & { live?: true }) => {
      const data = await check(options.live ?? false);
      present(session, options, { data, ok: data.ok, render: renderCheck });
    });

/** Judges the settings as the server would, and what a start would stumble over besides. */
export async function check(live: boolean): Promise<CheckReport> {
  const read = readEnvironment();
  const settings = read.report;
  const given = (name: SettingName) => settings.find((line) => line.name === name);
  const backend = backendOf({
    SUPABASE_URL: given('SUPABASE_URL')?.value || undefined,
    DATABASE_URL: given('DATABASE_URL')?.value || undefined,
  });
  const folder = given('DATA_DIR');
  const hasOutbox = backend === 'supabase' && given('SIGNUP_OUTBOX')?.value === 'on';
  if ((backend === 'sqlite' || hasOutbox) && folder && !folder.problem) {
    // Where a setting is wrong, a server that runs still has the ones of its start.
    const running = await (read.ok
      ? serverAnswers(read.settings)
      : hasServer(dataDirOf(folder.value)));
    Object.assign(folder, judgeDataFolder(dataDirOf(folder.value), running));
  }
  const proxy = given('TRUST_PROXY');
  const found = live && read.ok ? await (await import('../check/live.ts')).live(read.settings) : [];
  return {
    ok: ![...settings, ...found].some((line) => line.problem),
    backend,
    settings,
    notes: [...unknownNames(variables().file), ...placeholderNotes()],
    visitor: proxy?.problem ? [] : countedExamples(proxy?.value || undefined),
    ...(live ? { live: found } : {}),
  };
}
