/**
 * What the terminal asks of whoever owns the sign-ups, one JSON object a line.
 *
 * The owner is the running server (embedded data: a socket inside `DATA_DIR`), or a records process that
 * the terminal starts for the while (`server/records.ts`, over its standard streams). Both speak this.
 */
import type { BotVerdict } from './signup/store.ts';

/** File name of the socket inside `DATA_DIR`. */
export const recordsSocketName = 'records.sock';

/** File name of the lock inside `DATA_DIR`: an SQLite file in which its owner holds an exclusive transaction. */
export const ownerLockName = 'owner.lock';

/** Code of the failure that somebody else holds that lock. */
export const inUseCode = 'in_use';

export interface SignupRecord {
  email: string;
  source: string;
  botCheck: BotVerdict;
  /** ISO 8601, UTC. */
  createdAt: string;
  lastSeenAt: string;
  /** How often this address signed up. */
  times: number;
}

export interface SignupCounts {
  total: number;
  bySource: Record<string, number>;
  /** Day (YYYY-MM-DD, UTC) → sign-ups. */
  byDay: Record<string, number>;
  byBotCheck: Record<string, number>;
}

/** What waits in the outbox, and what the function would not take. */
export interface OutboxState {
  /** Sign-ups that wait. */
  depth: number;
  /** When the oldest of them was kept, ISO 8601, UTC; null: none waits. */
  oldest: string | null;
  oldestSeconds: number;
  /** Sign-ups that the function refused when they were sent: kept aside, and sent again when a person says so. */
  refused: number;
  /** The newest of them. */
  refusals: { email: string; code: string; keptAt: string; refusedAt: string }[];
}

export type RecordsRequest =
  | { method: 'outbox' }
  | { method: 'forget'; email: string }
  | { method: 'retry'; email?: string }
  | { method: 'count' }
  | { method: 'list'; limit?: number }
  | { method: 'export' }
  | { method: 'erase'; email: string }
  | { method: 'backup'; file: string }
  | { method: 'move'; to: string }
  | { method: 'ping' };

/** `row`: one record of `list` and `export`; `progress`: long work; then exactly one `done` or `error`. */
export type RecordsAnswer =
  | { row: SignupRecord }
  | { progress: { done: number; total: number } }
  | { done: unknown }
  | { error: { code: string; message: string; remedy?: string } };
