import { largestLimit, type Settings } from '../settings/schema.ts';
import type { VerifyBot } from './bot-check.ts';
import { type BotVerdict, canaryEmail, isEmail, signupLimits } from './contract.ts';
import { type ParsedSignup, type SignupRow, signupSchema, toRow } from './fields.ts';
import { type Refusal, refusal, type SignupOutcome, signupTexts } from './outcomes.ts';
import { openReceipt, sealReceipt } from './receipt.ts';
import type { SignupStore, StoreAnswer, VisitorAttempt } from './store.ts';
import { type Hmac, hashVisitor, visitorNetworks, visitorsPerSite } from './visitor.ts';

/** Facts about a sign-up that the caller knows and that its fields cannot claim. */
export interface Trust {
  /** The address that the sign-up is counted under; null: unknown. */
  visitor: string | null;
  /**
   * The form had no clock, because the browser ran no JavaScript. The fill time is not judged then, and none is
   * stored.
   */
  hasNoClock?: boolean;
  /**
   * The result of the bot check of a server that judged and counted this sign-up before, and stored it in its outbox.
   * Neither the fill time nor the limits are judged again.
   */
  checked?: BotVerdict;
  /** An operator’s canary: no limit, no bot check, and the row is deleted at once. */
  isCanary?: boolean;
}

export interface ProcessDependencies {
  store: Pick<SignupStore, 'record'>;
  /** Null: no bot check is configured. */
  verifyBot: VerifyBot | null;
  /** Whether mails ask new addresses for a confirmation. */
  hasMail: boolean;
  settings: Pick<
    Settings,
    'SIGNUP_LIMIT_PER_VISITOR_HOUR' | 'SIGNUP_LIMIT_PER_ADDRESS_DAY' | 'BOT_CHECK_FALLBACK'
  >;
  /** Returns the key of the visitor’s hash. Rejects when the key cannot be read. */
  ipHashSecret: () => Promise<string>;
  /** Returns the key of the receipts. Rejects when the key cannot be read. Null: no receipts are made or read. */
  linkSecret: (() => Promise<string>) | null;
  hmac: Hmac;
  now: () => Date;
  /** Called with the error when a sign-up could not be saved. */
  onError: (error: unknown) => void;
}

/** Seconds after which a visitor may try again when our side failed. */
export const retrySoonSeconds = 5;
const hourMs = 3_600_000;

/** Halves a limit, for a sign-up without a passed bot check. The limit stays at least one. */
const tighter = (limit: number): number => Math.max(1, Math.floor(limit / 2));

/** Returns the refusal of a sign-up with the wrong shape. The message names the field, for authors of clients. */
function unreadable(field: PropertyKey | undefined): Refusal {
  const refused = refusal('invalid_request');
  if (field === undefined) return refused;
  return { ...refused, message: `${refused.message} (It is about ${String(field)}.)` };
}

/**
 * Reads the fields. Without a clock, the fill time that an older server or function needs on the wire is dropped.
 * With a clock, the fill time must be a number.
 */
function read(input: unknown, { hasNoClock }: Trust): ParsedSignup | Refusal {
  const { success, data, error } = signupSchema.safeParse(input);
  if (!success) return unreadable(error.issues[0]?.path[0]);
  if (hasNoClock) return { ...data, formFillTime: null };
  return data.formFillTime === null ? unreadable('formFillTime') : data;
}

/** Applies the rules that need no database and no service. */
function refuse({ email, website, formFillTime }: ParsedSignup, trust: Trust): Refusal | null {
  if (!isEmail(email)) return refusal('invalid_email');
  if (website) return refusal('honeypot');
  const isTooFast = formFillTime !== null && formFillTime < signupLimits.minimumFillTimeMs;
  return isTooFast && !trust.checked ? refusal('too_fast') : null;
}

/**
 * Makes the receipt of a sign-up, and opens the receipt of the sign-up that it replaces. Does the same for a known and
 * for a new address.
 */
async function receiptsOf(
  { email, replaces: sent }: ParsedSignup,
  { checked, isCanary }: Trust,
  { linkSecret, hmac, now }: ProcessDependencies,
) {
  const none = { receipt: undefined, stored: { attempt: null, replaces: null, receipt: sent } };
  if (!linkSecret || isCanary) return none;
  const secret = await linkSecret();
  const opened = sent && (await openReceipt(sent, secret, hmac, now(), checked !== undefined));
  const replaces = opened && opened.email !== email ? opened : null;
  if (checked) return { ...none, stored: { ...none.stored, replaces } };
  const attempt = crypto.randomUUID();
  const receipt = await sealReceipt({ email, attempt }, secret, hmac, now());
  return { receipt, stored: { attempt, replaces, receipt: sent } };
}

function asOutcome(
  { retryAfter, saved }: StoreAnswer,
  { botCheck }: Pick<SignupRow, 'botCheck'>,
  receipt?: string,
) {
  if (retryAfter !== null) return refusal('rate_limited', retryAfter);
  if (!saved) throw new Error('the database did not confirm that it saved');
  return { ok: true, message: signupTexts.success, botCheck, receipt } as const;
}

/** Returns the counters that an attempt adds to, the narrowest network first. */
async function attemptsOf(
  visitor: string | null,
  perHour: number,
  { hmac, ipHashSecret, now }: ProcessDependencies,
): Promise<VisitorAttempt[]> {
  const secret = await ipHashSecret();
  return Promise.all(
    visitorNetworks(visitor ?? 'unknown').map(async (network, index) => ({
      visitorHash: await hashVisitor(network, secret, now(), hmac),
      limitPerHour: index === 0 ? perHour : Math.min(perHour * visitorsPerSite, largestLimit),
    })),
  );
}

/** Counts each attempt. Returns a refusal if an attempt is over its limit, otherwise the number of attempts. */
async function countAll(attempts: readonly VisitorAttempt[], { store }: ProcessDependencies) {
  const counts: { attempts: number; limitPerHour: number }[] = [];
  for (const attempt of attempts) {
    const { retryAfter, attempts: made } = await store.record(attempt, null);
    if (retryAfter !== null) return refusal('rate_limited', retryAfter);
    counts.push({ attempts: made ?? 0, limitPerHour: attempt.limitPerHour });
  }
  return counts;
}

/** Seconds until the end of the hour, when the limits by visitor begin again. */
const secondsLeft = (now: Date): number => Math.ceil((hourMs - (now.getTime() % hourMs)) / 1000);

/**
 * Verifies the token of an attempt that was counted. With siteverify out of reach and `BOT_CHECK_FALLBACK=allow`, the
 * sign-up is accepted under the limit of a sign-up without a token.
 */
async function verify(
  verifyBot: VerifyBot,
  token: string,
  visitor: string | null,
  counts: readonly { attempts: number; limitPerHour: number }[],
  { settings, now }: ProcessDependencies,
): Promise<BotVerdict | Refusal> {
  const result = await verifyBot(token, visitor);
  if (result === 'passed') return result;
  if (result === 'failed') return refusal('bot_check_failed');
  if (settings.BOT_CHECK_FALLBACK === 'deny') {
    return refusal('bot_check_unavailable', retrySoonSeconds);
  }
  const isOver = counts.some(({ attempts, limitPerHour }) => attempts > tighter(limitPerHour));
  return isOver ? refusal('rate_limited', secondsLeft(now())) : result;
}

/** Returns whether a sign-up may cause a mail: with a bot check configured, only a sign-up that passed the check. */
const mayMail = (botCheck: BotVerdict, { hasMail, verifyBot }: ProcessDependencies): boolean =>
  hasMail && (verifyBot === null || botCheck === 'passed');

/** Counts the attempt everywhere, then verifies the token, then saves. A step runs only if the previous one passed. */
async function countAndSave(
  signup: ParsedSignup,
  trust: Trust,
  dependencies: ProcessDependencies,
): Promise<SignupOutcome> {
  const { visitor } = trust;
  const { store, verifyBot, settings } = dependencies;
  const { turnstileToken } = signup;
  const isTrusted = verifyBot === null || turnstileToken !== null;
  if (!isTrusted && settings.BOT_CHECK_FALLBACK === 'deny') return refusal('bot_check_failed');
  const limit = settings.SIGNUP_LIMIT_PER_VISITOR_HOUR;
  const attempts = await attemptsOf(visitor, isTrusted ? limit : tighter(limit), dependencies);
  const hasToken = verifyBot !== null && turnstileToken !== null;
  // Without a token to verify in between, one statement adds the last count and the row.
  const last = hasToken ? undefined : attempts.pop();
  const counts = await countAll(attempts, dependencies);
  if ('ok' in counts) return counts;
  const botCheck = hasToken
    ? await verify(verifyBot, turnstileToken, visitor, counts, dependencies)
    : 'skipped';
  if (typeof botCheck !== 'string') return botCheck;
  const row = toRow(signup, { botCheck });
  const { receipt, stored } = await receiptsOf(signup, trust, dependencies);
  const accepted = {
    ...row,
    ...stored,
    limitPerAddressDay: settings.SIGNUP_LIMIT_PER_ADDRESS_DAY,
    asksConfirmation: mayMail(botCheck, dependencies),
  };
  return asOutcome(await store.record(last ?? null, accepted), row, receipt);
}

/** Saves without counting: a sign-up that was counted before the outbox stored it, and an operator’s canary. */
async function saveUncounted(
  signup: ParsedSignup,
  trust: Trust,
  dependencies: ProcessDependencies,
) {
  const { store } = dependencies;
  const { checked, isCanary } = trust;
  const row = toRow(signup, { botCheck: checked ?? 'skipped' });
  const asksConfirmation = !isCanary && mayMail(row.botCheck, dependencies);
  // With a limit of 0, a sign-up that is sent again after a lost answer does not count a known address once more.
  const { stored } = await receiptsOf(signup, trust, dependencies);
  const accepted = { ...row, ...stored, limitPerAddressDay: 0, asksConfirmation };
  const canary = { ...accepted, email: canaryEmail, isCanary: true } as const;
  return asOutcome(await store.record(null, isCanary ? canary : accepted), row);
}

/**
 * Applies the rules of a sign-up in their order: shape → address, honeypot, fill time → limit by visitor → bot check →
 * limit by address → save. Never rejects: every failure is an outcome, and success means a durable row.
 * @param input what was sent, of any shape.
 */
export async function processSignup(
  input: unknown,
  trust: Trust,
  dependencies: ProcessDependencies,
): Promise<SignupOutcome> {
  const signup = read(input, trust);
  if ('ok' in signup) return signup;
  const refused = refuse(signup, trust);
  if (refused) return refused;
  const save = trust.isCanary || trust.checked ? saveUncounted : countAndSave;
  try {
    return await save(signup, trust, dependencies);
  } catch (error) {
    dependencies.onError(error);
    return refusal('unavailable', retrySoonSeconds);
  }
}
