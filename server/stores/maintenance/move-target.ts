import { columns } from '../../../shared/signup/fields.ts';
import type { Database, Row } from './database.ts';
import type { Erasure } from './erasures.ts';

/** The result of adding one page of sign-ups to the target. */
export interface Arrival {
  /** Sign-ups that the target did not have. */
  copied: number;
  /** Sign-ups that the target had already. */
  known: number;
  /** Copied and known sign-ups that the target now has as the source has them. */
  verified: number;
}

/**
 * A database that sign-ups are moved into. A move only adds. Of two rows of one address, the earlier beginning, the later
 * end and the larger count stay, and empty columns are filled. So a move may run again, also when sign-ups arrive at
 * the target already.
 */
export interface MoveTarget {
  database: Database;
  /** Whether the target wants times as ISO 8601 text in milliseconds; otherwise it reads any text of the source. */
  wantsIsoTimes: boolean;
  /** Dates every further erasure at this time (ISO 8601, UTC) or later. A later time that the target has stays. */
  dateErasuresFrom(time: string | null): Promise<void>;
  /** Adds notices. Of two times at which a notice was first shown, the earlier one stays. */
  addNotices(notices: readonly Row[]): Promise<void>;
  /** Adds rows of all given columns in one transaction. */
  addSignups(columns: readonly string[], rows: readonly Row[]): Promise<Arrival>;
  /**
   * Adds mails of all given columns in one transaction. A mail that both databases know is merged: it counts as sent or
   * refused if either database says so. A mail that waits is held for {@link heldSeconds}. Resolves with the number of
   * mails that the target did not have.
   */
  addMails(columns: readonly string[], rows: readonly Row[]): Promise<number>;
  /** Adds evidence of erasures, and removes the rows that are older than their erasure. */
  applyErasures(erasures: readonly Erasure[]): Promise<void>;
  /** Removes the rows that are older than an erasure of which the target has the evidence. */
  removeErased(erasures: readonly Erasure[]): Promise<void>;
  /** Adds counts of days. When both databases counted on one day, the larger number stays, so that a second move adds nothing. */
  addCounts(counts: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Seconds for which the target sends no mail that waits in the source, because the server of the source may still run
 * and send it. A second move within this time tells the target which mails the source has sent.
 */
export const heldSeconds = 3_600;

/** The rule for each column when both databases know an address. Other columns keep a value, and are filled if empty. */
export const merges: Readonly<Record<string, 'least' | 'greatest'>> = Object.fromEntries(
  columns.flatMap(({ column, merge }) => (merge ? [[column, merge]] : [])),
);
