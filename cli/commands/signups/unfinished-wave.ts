import type { Database, Invitation } from '../../../server/stores/maintenance/database.ts';
import type { SignupFilter } from '../../../server/stores/maintenance/filter.ts';
import { Failure } from '../../failure.ts';

/**
 * Throws when a killed `signups invite` has left people of a wave unmarked, and `concerns` says that the command depends on
 * that wave.
 */
export function requireFinished(
  database: Database,
  concerns: (unfinished: Invitation) => boolean,
): void {
  const unfinished = database.unfinishedInvitation();
  if (!unfinished || !concerns(unfinished)) return;
  const { wave } = unfinished;
  throw new Failure(
    'unfinished_wave',
    `${wave} is not complete, because \`signups invite\` was killed or still runs`,
    `Run the same \`signups invite --wave ${wave}\` again.`,
  );
}

/** Throws when an unfinished wave would change what a filter selects. */
export const requireFinishedFor = (database: Database, { wave, notInvited }: SignupFilter): void =>
  requireFinished(database, (unfinished) => notInvited === true || unfinished.wave === wave);
