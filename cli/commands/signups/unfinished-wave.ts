import type { Database } from '../../../server/stores/maintenance/database.ts';
import type { SignupFilter } from '../../../server/stores/maintenance/filter.ts';
import { type Invitation, readUnfinished } from '../../../server/stores/maintenance/invite.ts';
import { Failure } from '../../failure.ts';

/**
 * Throws when a killed `signups invite` has left people of a wave unmarked, and `concerns` says that the command depends on
 * that wave.
 */
export async function requireFinished(
  database: Database,
  concerns: (unfinished: Invitation) => boolean,
): Promise<void> {
  const unfinished = await readUnfinished(database);
  if (!unfinished || !concerns(unfinished)) return;
  const { wave } = unfinished;
  throw new Failure(
    'unfinished_wave',
    `${wave} is not complete, because \`signups invite\` was killed or still runs`,
    `Run the same \`signups invite --wave ${wave}\` again.`,
  );
}

/** Throws when an unfinished wave would change what a filter selects. */
export const requireFinishedFor = (
  database: Database,
  { equal, present }: SignupFilter,
): Promise<void> =>
  requireFinished(
    database,
    (unfinished) => present?.invited_at === false || unfinished.wave === equal?.wave,
  );
