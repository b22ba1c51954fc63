import { isEmail } from '../address.ts';
import { largestLimit, type Settings } from '../settings/schema.ts';
import type { VerifyBot } from './bot-check.ts';
import { type BotVerdict, canaryEmail, signupLimits } from './contract.ts';
import { type ParsedSignup, signupSchema, toRow } from './fields.ts';
import { type Refusal, refusal, refuse, type SignupOutcome, type Step } from './outcomes.ts';
import type { AcceptedSignup, SignupStore, StoreAnswer, VisitorAttempt } from './store.ts';
import { signupTexts } from './texts.ts';
import { type Hmac, hashVisitor, visitorNetworks, visitorsPerSite } from './visitor-hash.ts';

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
   * What a server knows that judged and counted this sign-up before, and stored it in its outbox. Neither the fill time nor
   * the limits are judged again.
   */
  checked?: { botCheck: BotVerdict; waitedMs: number };
  /** An operator’s canary: no limit, no bot check, and the row is deleted at once. */
  isCanary?: boolean;
}

export interface ProcessDependencies {
  store: Pick<SignupStore, 'record'>;
  /** Null: no bot check is configured. */
  verifyBot: VerifyBot | null;
  /** Whether mails ask new addresses for a confirmation. */
  hasMail: boolean;
  /** Whether another system learns of sign-ups. */
  queuesEvents: boolean;
  settings: Pick<
    Settings,
    'SIGNUP_LIMIT_PER_VISITOR_HOUR' | 'SIGNUP_LIMIT_PER_ADDRESS_DAY' | 'BOT_CHECK_FALLBACK'
  >;
  /** Returns the key of the visitor’s hash. Rejects when the key cannot be read. */
  ipHashSecret: () => Promise<string>;
  hmac: Hmac;
  now: () => Date;
  /** Called with the error when a sign-up could not be saved. */
  onError: (error: unknown) => void;
}

/** Seconds after which a visitor may try again when our side failed. */
export const retrySoonSeconds = 5;
/** Seconds after which a visitor over the lower limit may try again with a token, because siteverify may be back. */
const retryTokenSeconds = 60;

/** Halves a limit, for a sign-up without a passed bot check. The limit stays at least one. */
const tighter = (limit: number): number => Math.max(1, Math.floor(limit / 2));

/** Returns the refusal of a sign-up with the wrong shape. The message names the field, for authors of clients. */
function unreadable(field: PropertyKey | undefined): Refusal {
  const refused = refusal('invalid_request');
  if (field === undefined) return refused;
  return { ...refused, message: `${refused.message} (It is about ${String(field)}.)` };
}

/** Reads the fields. Without a clock, a fill time is dropped. With a clock, the fill time must be a number. */
function read(input: unknown, { hasNoClock }: Trust): Step<{ signup: ParsedSignup }> {
  const { success, data, error } = signupSchema.safeParse(input);
  if (!success) return { refused: unreadable(error.issues[0]?.path[0]) };
  if (hasNoClock) return { signup: { ...data, formFillTime: null } };
  return data.formFillTime === null ? { refused: unreadable('formFillTime') } : { signup: data };
}

/** Applies the rules that need no database and no service. */
function judge({ email, website, formFillTime }: ParsedSignup, trust: Trust): Refusal | null {
  if (!isEmail(email)) return refusal('invalid_email');
  if (website) return refusal('honeypot');
  const isTooFast = formFillTime !== null && formFillTime < signupLimits.minimumFillTimeMs;
  return isTooFast && !trust.checked ? refusal('too_fast') : null;
}

/** Returns what the rules decide about the row of a sign-up, for a store. */
const accept = (
  signup: ParsedSignup,
  botCheck: BotVerdict,
  waitedMs: number | null,
  dependencies: ProcessDependencies,
): AcceptedSignup => ({
  ...toRow(signup, { botCheck }),
  limitPerAddressDay: dependencies.settings.SIGNUP_LIMIT_PER_ADDRESS_DAY,
  asksConfirmation: mayMail(botCheck, dependencies),
  queuesEvents: dependencies.queuesEvents,
  waitedMs,
});

function asOutcome(
  { retryAfter, saved }: StoreAnswer,
  { botCheck, asksConfirmation: mail }: AcceptedSignup,
): SignupOutcome {
  if (retryAfter !== null) return refusal('rate_limited', retryAfter);
  if (!saved) throw new Error('the database did not confirm that it saved');
  return { ok: true, message: signupTexts.success, mail: mail || undefined, botCheck };
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

/** A counter after an attempt was added to it. */
interface Counted {
  attempts: number;
  limitPerHour: number;
}

/** Counts each attempt, until an attempt is over its limit. */
async function countAll(
  attempts: readonly VisitorAttempt[],
  { store }: ProcessDependencies,
): Promise<Step<{ counts: Counted[] }>> {
  const counts: Counted[] = [];
  for (const attempt of attempts) {
    const { retryAfter, attempts: made } = await store.record(attempt, null);
    if (retryAfter !== null) return refuse('rate_limited', retryAfter);
    counts.push({ attempts: made ?? 0, limitPerHour: attempt.limitPerHour });
  }
  return { counts };
}

/**
 * Verifies the token of an attempt that was counted. With siteverify out of reach and `BOT_CHECK_FALLBACK=allow`, the
 * sign-up is accepted under the limit of a sign-up without a token.
 */
async function verify(
  verifyBot: VerifyBot,
  token: string,
  visitor: string | null,
  counts: readonly Counted[],
  { settings }: ProcessDependencies,
): Promise<Step<{ botCheck: BotVerdict }>> {
  const result = await verifyBot(token, visitor);
  if (result === 'passed') return { botCheck: result };
  if (result === 'failed') return refuse('bot_check_failed');
  if (settings.BOT_CHECK_FALLBACK === 'deny') {
    return refuse('bot_check_unavailable', retrySoonSeconds);
  }
  const isOver = counts.some(({ attempts, limitPerHour }) => attempts > tighter(limitPerHour));
  return isOver ? refuse('rate_limited', retryTokenSeconds) : { botCheck: result };
}

/** Returns whether a sign-up may cause a mail: with a bot check configured, only a sign-up that passed the check. */
const mayMail = (botCheck: BotVerdict, { hasMail, verifyBot }: ProcessDependencies): boolean =>
  hasMail && (verifyBot === null || botCheck === 'passed');

/** Counts the attempt, verifies the token, and saves the sign-up. A step runs only if the previous one passed. */
async function saveWithToken(
  signup: ParsedSignup,
  token: string,
  verifyBot: VerifyBot,
  visitor: string | null,
  dependencies: ProcessDependencies,
): Promise<SignupOutcome> {
  const limit = dependencies.settings.SIGNUP_LIMIT_PER_VISITOR_HOUR;
  const attempts = await attemptsOf(visitor, limit, dependencies);
  const counted = await countAll(attempts, dependencies);
  if (counted.refused) return counted.refused;
  const verified = await verify(verifyBot, token, visitor, counted.counts, dependencies);
  if (verified.refused) return verified.refused;
  const accepted = accept(signup, verified.botCheck, null, dependencies);
  return asOutcome(await dependencies.store.record(null, accepted), accepted);
}

/** Counts the attempt and saves the sign-up. With a bot check configured, the limit is half of the limit with a token. */
async function saveWithoutToken(
  signup: ParsedSignup,
  visitor: string | null,
  dependencies: ProcessDependencies,
): Promise<SignupOutcome> {
  const { store, verifyBot, settings } = dependencies;
  if (verifyBot && settings.BOT_CHECK_FALLBACK === 'deny') return refusal('bot_check_failed');
  const limit = settings.SIGNUP_LIMIT_PER_VISITOR_HOUR;
  const attempts = await attemptsOf(visitor, verifyBot ? tighter(limit) : limit, dependencies);
  const counted = await countAll(attempts.slice(0, -1), dependencies);
  if (counted.refused) return counted.refused;
  const accepted = accept(signup, 'skipped', null, dependencies);
  // One transaction counts the last attempt and saves the row.
  return asOutcome(await store.record(attempts.at(-1) ?? null, accepted), accepted);
}

/** Saves a sign-up that was judged and counted before an outbox stored it. */
async function saveChecked(
  signup: ParsedSignup,
  { botCheck, waitedMs }: NonNullable<Trust['checked']>,
  dependencies: ProcessDependencies,
): Promise<SignupOutcome> {
  const accepted = accept(signup, botCheck, waitedMs, dependencies);
  return asOutcome(await dependencies.store.record(null, accepted), accepted);
}

/** Saves an operator’s canary, which no mail and no event follows. */
async function saveCanary(
  signup: ParsedSignup,
  dependencies: ProcessDependencies,
): Promise<SignupOutcome> {
  const canary = {
    ...accept({ ...signup, email: canaryEmail }, 'skipped', null, dependencies),
    asksConfirmation: false,
    queuesEvents: false,
    isCanary: true,
  } as const;
  return asOutcome(await dependencies.store.record(null, canary), canary);
}

/** Saves a sign-up that passed the rules which need no database. */
function save(
  signup: ParsedSignup,
  trust: Trust,
  dependencies: ProcessDependencies,
): Promise<SignupOutcome> {
  if (trust.isCanary) return saveCanary(signup, dependencies);
  if (trust.checked) return saveChecked(signup, trust.checked, dependencies);
  const { turnstileToken: token } = signup;
  const { verifyBot } = dependencies;
  return verifyBot && token !== null
    ? saveWithToken(signup, token, verifyBot, trust.visitor, dependencies)
    : saveWithoutToken(signup, trust.visitor, dependencies);
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
  const step = read(input, trust);
  if (step.refused) return step.refused;
  const refused = judge(step.signup, trust);
  if (refused) return refused;
  try {
    return await save(step.signup, trust, dependencies);
  } catch (error) {
    dependencies.onError(error);
    return refusal('unavailable', retrySoonSeconds);
  }
}
