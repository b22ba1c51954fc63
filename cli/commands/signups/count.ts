import { Command } from 'commander';
import { countSignups, type SignupCounts } from '../../../server/stores/maintenance/read.ts';
import { defaultSource, sources } from '../../../shared/signup/contract.ts';
import { present } from '../../output/present.ts';
import { type Column, table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, plural } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { withSignups } from './with-database.ts';

export const countCommand = (session: Session): Command =>
  new Command('count')
    .description(
      'Count sign-ups by source, day, bot check and confirmation, mails, and how far visitors come',
    )
    .addHelpText('after', examples('signups count', 'signups count --json'))
    .action(async () => {
      const data = await withSignups(session, countSignups);
      present(session, { data, ok: true, render: renderCounts });
    });

/** Days that a terminal shows. `--json` has all days. */
const daysShown = 30;
const longestBar = 40;

/** Returns a bar of at least one block, so that a small number is visible, too. */
const bar = (share: number, width: number): string =>
  '█'.repeat(Math.max(1, Math.round(share * width)));

function chart(title: string, parts: readonly [string, number][], terminal: Terminal): string[] {
  if (parts.length === 0) return [];
  const most = Math.max(...parts.map(([, number]) => number));
  const names = Math.max(...parts.map(([name]) => name.length));
  const digits = String(most).length;
  const width = Math.max(8, Math.min(longestBar, terminal.width - names - digits - 6));
  const row = ([name, number]: readonly [string, number]): string =>
    `  ${name.padEnd(names)}  ${String(number).padStart(digits)}  ${terminal.paint('cyan', bar(number / most, width))}`;
  return ['', terminal.paint('bold', title), ...parts.map(row)];
}

/** Returns a table of the last days: for each source the dialogs opened, the forms sent and the sign-ups accepted. */
function funnelOf({ funnel }: SignupCounts, terminal: Terminal): string[] {
  const days = Object.values(funnel).slice(-daysShown);
  if (days.length === 0) return [];
  const sum = (name: string, label?: string): number =>
    days
      .flatMap((day) => Object.entries(day[name] ?? {}))
      .filter(([one]) => label === undefined || one === label)
      .reduce((total, [, count]) => total + count, 0);
  const stages = ['dialog_opened', 'form_sent', 'signup_accepted'];
  const rows = [...sources, defaultSource].map((source) => [
    `  ${source}`,
    ...stages.map((stage) => String(sum(stage, source))),
  ]);
  const columns: Column[] = ['opened', 'sent', 'accepted'].map((name) => ({
    name,
    align: 'right',
  }));
  return [
    '',
    terminal.paint('bold', `From a page to the list, last ${plural(days.length, 'day')}`),
    `  ${plural(sum('page_read'), 'page')} read`,
    table([{ name: '  source' }, ...columns], rows, terminal),
  ];
}

/** Returns a line on confirmations and mails; none if there are neither mails nor confirmations. */
function mailsOf({ confirmed, mails }: SignupCounts, terminal: Terminal): string[] {
  const { waiting, sent, refused } = mails;
  if (confirmed + waiting + sent + refused === 0) return [];
  const counts = `${confirmed} confirmed; ${plural(sent, 'mail')} sent, ${waiting} waiting, `;
  return [counts + terminal.paint(refused > 0 ? 'yellow' : 'dim', `${refused} refused`)];
}

/** Campaigns that a terminal shows. `--json` has all campaigns. */
const campaignsShown = 20;

/** Returns a table of the campaigns: the sign-ups saved, the people on the list, and how many confirmed or were invited. */
function campaignsOf({ byCampaign }: SignupCounts, terminal: Terminal): string[] {
  const campaigns = Object.entries(byCampaign);
  if (campaigns.length === 0) return [];
  const rows = campaigns
    .slice(0, campaignsShown)
    .map(([name, { sent, signups, confirmed, invited }]) => [
      `  ${name}`,
      ...[sent, signups, confirmed, invited].map(String),
    ]);
  const columns: Column[] = ['sent', 'on the list', 'confirmed', 'invited'].map((name) => ({
    name,
    align: 'right',
  }));
  const left = campaigns.length - campaignsShown;
  return [
    '',
    terminal.paint('bold', 'By campaign'),
    table([{ name: '  campaign' }, ...columns], rows, terminal),
    ...(left > 0
      ? [terminal.paint('dim', `  and ${plural(left, 'campaign')} more; --json has them`)]
      : []),
  ];
}

/** Writes the total, and a bar for every source, verdict and day. */
function renderCounts(counts: SignupCounts, terminal: Terminal): string {
  const byNumber = (parts: Record<string, number>) =>
    Object.entries(parts).toSorted(([, a], [, b]) => b - a);
  const days = Object.entries(counts.byDay);
  const left = Math.max(0, days.length - daysShown);
  return [
    plural(counts.total, 'sign-up'),
    ...mailsOf(counts, terminal),
    ...(counts.invited > 0
      ? [`${counts.invited} invited, ${counts.total - counts.invited} not yet invited`]
      : []),
    ...chart('By source', byNumber(counts.bySource), terminal),
    ...chart('By bot check', byNumber(counts.byBotCheck), terminal),
    ...chart('By day (UTC)', days.slice(-daysShown), terminal),
    ...(left > 0
      ? [terminal.paint('dim', `  and ${plural(left, 'day')} before; --json has them`)]
      : []),
    ...funnelOf(counts, terminal),
    ...campaignsOf(counts, terminal),
  ].join('\n');
}
