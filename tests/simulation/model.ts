import { isEmail } from '../../shared/address.ts';
import type { SignupErrorCode } from '../../shared/signup/outcomes.ts';
import { visitorNetworks } from '../../shared/signup/visitor-hash.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** How many visitors a whole site counts as. */
const visitorsPerSite = 16;
/** The largest limit, which is also the largest number that PostgreSQL stores in an integer. */
export const largestLimit = 2_147_483_647;

/** The settings of the limits by visitor and hour, and by address and day. */
export interface Limits {
  visitorHour: number;
  addressDay: number;
}

export const usualLimits: Limits = { visitorHour: 4, addressDay: 2 };

/** Returns the limit of a sign-up without a token. */
const tighter = (limit: number): number => Math.max(1, Math.floor(limit / 2));

/** A value of a field as it is sent, and as it is stored. */
export interface Boundary {
  sent: unknown;
  stored: string | null;
}

/** A sign-up as a command sends it. */
export interface Sent {
  email: string;
  visitor: string;
  /** `good` passes siteverify once, `bad` never does; null: the form has no token. */
  token: string | null;
  formFillTime: number;
  website: string;
  /** A browser without JavaScript sends the form, without a clock and without a token. */
  isForm: boolean;
  campaign: Boundary;
  notice: Boundary;
  userAgent: Boundary;
}

/** Returns a value that is stored as if it was not sent. */
export const notStored = (sent: unknown): Boundary => ({ sent, stored: null });

/** A sign-up without a token, of which a test says the rest. */
export const usualSignup: Omit<Sent, 'email' | 'visitor'> = {
  token: null,
  formFillTime: 3000,
  website: '',
  isForm: false,
  campaign: notStored(undefined),
  notice: notStored(undefined),
  userAgent: { sent: 'Browser', stored: 'Browser' },
};

export const emailOf = ({ email }: Pick<Sent, 'email'>): string => email.trim().toLowerCase();

export type End = 'ok' | SignupErrorCode;

/** The row of `signups` that the model expects. */
export interface ExpectedRow {
  /** Tells this row from an earlier row of the same address. */
  id: number;
  createdAt: number;
  /** When the address signed up for the last time. A mail of that time may wait, and an erasure is dated after it. */
  lastAt: number;
  times: number;
  seenOn: string;
  timesThatDay: number;
  /** The time of the row is open: a sign-up went through an outbox, or the clock was set back before an erasure. */
  isLoose: boolean;
  /** The sign-up went to an outbox after an erasure and a clock set back, so the database may take it for an erased one. */
  mayBeDropped: boolean;
  campaign: string | null;
  notice: string | null;
  userAgent: string | null;
  isConfirmed: boolean;
  wave: string | null;
}

/** One database that counts visitors: the database itself, or the file of an outbox. */
export interface Counters {
  /** Hour and network → attempts. */
  attempts: Map<string, number>;
}

export interface Model {
  rows: Map<string, ExpectedRow>;
  /** Day, name and label → events. */
  counts: Map<string, number>;
  /** Address → when it was erased last. A row that was made earlier does not come back. */
  erasures: Map<string, number>;
  /** Token of a mailed link → the row that it belongs to. */
  links: Map<string, Pick<ExpectedRow, 'id'> & { email: string }>;
  /** Rows that were made so far. */
  made: number;
}

export const newModel = (): Model => ({
  rows: new Map(),
  counts: new Map(),
  erasures: new Map(),
  links: new Map(),
  made: 0,
});

export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Counts one attempt of a network. @returns the attempts in this hour. */
function countAttempt({ attempts }: Counters, network: string, now: number): number {
  const hour = Math.floor(now / hourMs);
  const key = `${hour} ${network}`;
  const made = (attempts.get(key) ?? 0) + 1;
  attempts.set(key, made);
  if (made === 1) {
    for (const known of attempts.keys()) {
      if (Number(known.split(' ')[0]) < hour - 48) attempts.delete(known);
    }
  }
  return made;
}

/**
 * Returns how a sign-up must end that no database and no service needs to judge; null: the rest decides.
 * @param minimumFillTimeMs of the server or of the function, whichever judges.
 */
function judgeForm(sent: Sent, minimumFillTimeMs: number): End | null {
  if (!isEmail(emailOf(sent))) return 'invalid_email';
  if (sent.website) return 'honeypot';
  return !sent.isForm && sent.formFillTime < minimumFillTimeMs ? 'too_fast' : null;
}

/** The parts of the world that decide about one try to store a sign-up. */
export interface Place {
  counters: Counters;
  limits: Limits;
  minimumFillTimeMs: number;
  now: number;
  /** The behaviour of the database at each call. */
  database: 'works' | 'refuses' | 'loses the answer';
  /** How often the database runs a statement whose answer is lost. */
  executions: number;
  /** Whether siteverify answers. */
  verifies: boolean;
  spent: Set<string>;
}

/** How a try ends, and how often the row was stored whatever was answered. */
export interface Judged {
  end: End;
  stored: number;
}

/** Judges a sign-up by the rules, and counts its attempts. */
export function judge(sent: Sent, place: Place): Judged {
  const refused = (end: End): Judged => ({ end, stored: 0 });
  const form = judgeForm(sent, place.minimumFillTimeMs);
  if (form) return refused(form);
  const { counters, limits, now, database, verifies, spent } = place;
  const token = sent.isForm ? null : sent.token;
  const base = token === null ? tighter(limits.visitorHour) : limits.visitorHour;
  const networks = visitorNetworks(sent.visitor);
  const made: { attempts: number; limit: number }[] = [];
  for (const [at, network] of networks.entries()) {
    if (database === 'refuses') return refused('unavailable');
    const limit = at === 0 ? base : Math.min(base * visitorsPerSite, largestLimit);
    const isLast = token === null && at === networks.length - 1;
    if (database === 'loses the answer') {
      const counts = Array.from({ length: place.executions }, () =>
        countAttempt(counters, network, now),
      );
      const stored = isLast ? counts.filter((count) => count <= limit).length : 0;
      return { end: 'unavailable', stored };
    }
    const attempts = countAttempt(counters, network, now);
    if (attempts > limit) return refused('rate_limited');
    made.push({ attempts, limit });
  }
  if (token !== null) {
    if (!verifies) {
      if (made.some(({ attempts, limit }) => attempts > tighter(limit)))
        return refused('rate_limited');
    } else {
      const passes = token.startsWith('good') && !spent.has(token);
      spent.add(token);
      if (!passes) return refused('bot_check_failed');
    }
  }
  return { end: 'ok', stored: 1 };
}

export const add = (counts: Map<string, number>, key: string, count = 1): void =>
  void counts.set(key, (counts.get(key) ?? 0) + count);

/** Records an erasure, which is later than the removed row and than an earlier erasure of the address. */
export function recordErasure({ rows, erasures }: Model, email: string, now: number): void {
  const { createdAt = 0, lastAt = 0 } = rows.get(email) ?? {};
  erasures.set(email, Math.max(now, createdAt + 1, lastAt + 1, erasures.get(email) ?? 0));
}

/** Removes the row of an address. Without a row, nothing was erased. */
export function erase(model: Model, email: string, now: number): void {
  if (!model.rows.has(email)) return;
  recordErasure(model, email, now);
  model.rows.delete(email);
}

/** Returns whether a row that was made at a time was erased since. */
export const isErased = ({ erasures }: Model, email: string, createdAt: number): boolean =>
  createdAt < (erasures.get(email) ?? 0);

/** Stores the row of a sign-up. @param limit sign-ups of the address that count in a day; null: from an outbox. */
export function store(model: Model, asked: Sent, now: number, limit: number | null): void {
  const email = emailOf(asked);
  const day = dayOf(now);
  const { campaign, notice, userAgent } = asked;
  const row = model.rows.get(email);
  if (campaign.stored !== null) add(model.counts, `${day} campaign ${campaign.stored}`);
  if (!row) {
    model.made += 1;
    const isSetBack = isErased(model, email, now);
    model.rows.set(email, {
      id: model.made,
      createdAt: Math.max(now, model.erasures.get(email) ?? 0),
      lastAt: now,
      times: 1,
      seenOn: day,
      timesThatDay: 1,
      isLoose: limit === null || isSetBack,
      mayBeDropped: limit === null && isSetBack,
      campaign: campaign.stored,
      notice: notice.stored,
      userAgent: userAgent.stored,
      isConfirmed: false,
      wave: null,
    });
    return;
  }
  row.lastAt = Math.max(row.lastAt, now);
  if (limit === null) {
    row.isLoose = true;
    return;
  }
  row.mayBeDropped = false;
  countTimes(row, day, limit);
}

/** Counts one more sign-up of a known address. */
function countTimes(row: ExpectedRow, day: string, limit: number): void {
  const isSameDay = row.seenOn === day;
  const adds = !isSameDay || row.timesThatDay < limit;
  if (adds) row.times += 1;
  row.timesThatDay = isSameDay ? row.timesThatDay + Number(adds) : 1;
  row.seenOn = day;
}
