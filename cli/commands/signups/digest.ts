import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { type Digest, readDigest } from '../../../server/stores/maintenance/digest.ts';
import { site } from '../../../shared/site.ts';
import { path } from '../../arguments.ts';
import { requireStoreSettings } from '../../environment.ts';
import { Failure, WrongUsage } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { examples, plural } from '../../output/text.ts';
import { postText } from '../../remote/post-text.ts';
import type { Session } from '../../session.ts';
import { readFolder } from './backup.ts';
import { day } from './filter-options.ts';
import { withSignups } from './with-database.ts';

interface Options {
  since?: string;
  backups?: string[];
  post?: string | true;
}

/** The age of the newest backup in seconds, or null if there is none. */
interface BackupAge {
  backupAgeSeconds?: number | null;
}

const dayMs = 24 * 60 * 60 * 1000;
const hourSeconds = 60 * 60;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Campaigns in the text. `--json` has all campaigns. */
const campaignsShown = 5;

function httpAddress(text: string): string {
  const address = URL.parse(text);
  if (address?.protocol === 'https:' || address?.protocol === 'http:') return text;
  throw new InvalidArgumentError('Use an http or https address.');
}

export const digestCommand = (session: Session): Command =>
  new Command('digest')
    .description('Sum up yesterday (UTC) in at most ten lines of numbers, and post them if asked')
    .option('--since <day>', 'from this day (YYYY-MM-DD, UTC) to yesterday', day)
    .option(
      '--backups <folder...>',
      'say how old the newest backup in these folders is',
      (folder: string, before: string[] = []) => [...before, path(folder)],
    )
    .option(
      '--post [url]',
      'send the lines, to Slack as JSON, to ntfy and others as text; without a URL to DIGEST_URL',
      httpAddress,
    )
    .addHelpText(
      'after',
      examples(
        'signups digest',
        'signups digest --since 2026-11-01 --json',
        'signups digest --backups /var/backups/deckwright --post https://ntfy.sh/your-topic',
      ),
    )
    .action((options: Options) => digest(session, options));

async function digest(session: Session, { since, backups, post }: Options): Promise<void> {
  const before = dayOf(Date.now());
  const period = { since: since ?? dayOf(Date.now() - dayMs), before };
  if (period.since >= before) {
    throw new WrongUsage(`--since ${period.since}: the last day of a digest is yesterday`);
  }
  const target = post === undefined ? undefined : addressOf(session, post);
  const numbers = await withSignups(session, (database) => readDigest(database, period));
  const data = { ...numbers, ...(backups && ageOfBackup(backups)) };
  const text = textOf(data);
  if (target) await postText(target, text);
  present(session, {
    data: { ...data, posted: target !== undefined },
    ok: true,
    render: () => text,
  });
}

function addressOf(session: Session, post: string | true): URL {
  const url = post === true ? requireStoreSettings(session).DIGEST_URL : post;
  if (url !== undefined) return new URL(url);
  throw new Failure(
    'no_digest_url',
    '--post has no address',
    'Name one, or set DIGEST_URL, which no other user of the machine can see.',
  );
}

/** Returns the times of the backups in a folder: files of `signups backup`, and dumps of PostgreSQL. */
function backupTimes(folder: string): number[] {
  const copies = readFolder(folder)
    .filter(({ problem }) => !problem)
    .map(({ madeAt }) => Date.parse(madeAt));
  const dumps = readdirSync(folder)
    .filter((name) => name.endsWith('.dump'))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  return [...copies, ...dumps];
}

function ageOfBackup(folders: readonly string[]): Required<BackupAge> {
  const times = folders.flatMap(backupTimes);
  if (times.length === 0) return { backupAgeSeconds: null };
  return { backupAgeSeconds: Math.round((Date.now() - Math.max(...times)) / 1000) };
}

function backupLine({ backupAgeSeconds: seconds }: BackupAge): string[] {
  if (seconds === undefined) return [];
  if (seconds === null) return ['There is no backup'];
  return [`The newest backup is ${plural(Math.floor(seconds / hourSeconds), 'hour')} old`];
}

function campaignLine({ campaigns }: Digest): string[] {
  if (campaigns.length === 0) return [];
  const shown = campaigns
    .slice(0, campaignsShown)
    .map(({ campaign, accepted }) => `${campaign} ${accepted}`);
  const left = campaigns.length - shown.length;
  return [`Campaigns: ${shown.join(', ')}${left > 0 ? `, and ${left} more` : ''}`];
}

function mailLine({ mails }: Digest): string[] {
  if (mails.sent + mails.waiting + mails.refused === 0) return [];
  return [`Mails: ${mails.sent} sent, ${mails.waiting} waiting, ${mails.refused} refused`];
}

function textOf(data: Digest & BackupAge): string {
  const last = dayOf(Date.parse(data.before) - dayMs);
  const days = data.since === last ? last : `${data.since} to ${last}`;
  return [
    `${site.name}, ${days} (UTC)`,
    `${plural(data.pagesRead, 'page')} read, ${plural(data.dialogsOpened, 'dialog')} opened`,
    `${plural(data.formsSent, 'form')} sent: ${data.accepted} accepted, ${data.notAccepted} refused or failed`,
    `${data.joined} new on the list`,
    `On the list: ${data.total}, of whom ${data.confirmed} confirmed and ${data.invited} were invited`,
    ...campaignLine(data),
    ...mailLine(data),
    ...backupLine(data),
  ].join('\n');
}
