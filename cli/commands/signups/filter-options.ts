import { type Command, InvalidArgumentError } from 'commander';
import type { SignupFilter } from '../../../server/stores/maintenance/filter.ts';
import { date } from '../../../shared/settings/values.ts';
import { asCampaign, asSource } from '../../../shared/signup/contract.ts';

/** Parses a day on the command line: YYYY-MM-DD. */
export function day(text: string): string {
  if (date.safeParse(text).success) return text;
  throw new InvalidArgumentError('Use a day that exists, as YYYY-MM-DD.');
}

function source(text: string): string {
  if (asSource(text) === text) return text;
  throw new InvalidArgumentError('Use nav, hero, cta or modal.');
}

function campaign(text: string): string {
  const known = asCampaign(text);
  if (known !== null) return known;
  throw new InvalidArgumentError('Use a campaign as `signups count` shows it.');
}

/** Parses the name of a wave: up to 64 letters, digits, dots, underscores and hyphens. */
export function wave(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Use 1 to 64 letters, digits, dots, underscores or hyphens.');
}

/** Adds the options that choose sign-ups. Their values are a {@link SignupFilter}. */
export const withFilters = (command: Command): Command =>
  command
    .option('--since <day>', 'only sign-ups of this day (YYYY-MM-DD, UTC) and later', day)
    .option('--source <source>', 'only sign-ups of one button: nav, hero, cta or modal', source)
    .option('--campaign <campaign>', 'only sign-ups of one campaign', campaign)
    .option('--confirmed', 'only people who confirmed their entry');

/** Returns the filter among the options of a command. */
export function filterOf(options: SignupFilter): SignupFilter {
  const { since, before, source: from, campaign: of, confirmed, notInvited, wave: named } = options;
  return {
    ...(since !== undefined && { since }),
    ...(before !== undefined && { before }),
    ...(from !== undefined && { source: from }),
    ...(of !== undefined && { campaign: of }),
    ...(named !== undefined && { wave: named }),
    ...(confirmed && { confirmed }),
    ...(notInvited && { notInvited }),
  };
}
