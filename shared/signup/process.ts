import type { Settings } from '../settings/schema.ts';
import type { VerifyBot } from './bot-check.ts';
import { canaryEmail, isEmail, type ParsedSignup, signupLimits, signupSchema } from './contract.ts';
import { type Refusal, refusal, type SignupOutcome, signupTexts } from './outcomes.ts';
import type { AcceptedSignup, BotVerdict, SignupStore, StoreAnswer } from './store.ts';
import { type Hmac, hashVisitor, visitorNetworks } from './visitor.ts';

/** What the caller knows of a sign-up’s sender, and the sender cannot claim. */
export interface Trust {
  /** Address that the sign-up is counted under; null: unknown. */
  visitor: string | null;
  /** The verdict of a server that checked and counted the sign-up before, and kept it in its outbox. */
  checked?: BotVerdict;
  /** An operator’s trial: no limit and no bot check, and nothing of it stays. */
  isCanary?: boolean;
}

export interface ProcessDependencies {
  store: Pick<SignupStore, 'record'>;
  /** Null where no bot check is configured. */
  verifyBot: VerifyBot | null;
  settings: Pick<
    Settings,
    'SIGNUP_LIMIT_PER_VISITOR_HOUR' | 'SIGNUP_LIMIT_PER_ADDRESS_DAY' | 'BOT_CHECK_FALLBACK'
  >;
  /** Key of the visitor’s hash. Rejects where it cannot be read. */
  ipHashSecret: () => Promise<string>;
  hmac: Hmac;
  now: () => Date;
  /** Told of what kept a sign-up from being saved. */
  onError: (error: unknown) => void;
}

/** Seconds after which a visitor may try again when our side failed. */
export const retrySoonSeconds = 5;

/** A whole /48 may send as much as this many visitors. */
const visitorsPerSite = 16;

/** The largest limit: PostgreSQL takes it as a 32-bit integer. */
const largestLimit = 2_147_483_647;

/** A visitor without a token is trusted less: half the hourly limit, but always one. */
const tighter = (limit: number): number => Math.max(1, Math.floor(limit / 2));

/** A sign-up of another shape; whoever writes a client of their own is told which field it was. */
function unreadable(field: PropertyKey | undefined): SignupOutcome {
  const refused = refusal('invalid_request');
  if (field === undefined) return refused;
  return { ...refused, message: `${refused.message} (It is about ${String(field)}.)` };
}

/** What can be said of a sign-up without asking anyone. */
function refuse(signup: ParsedSignup): Refusal | null {
  if (!isEmail(signup.email)) return refusal('invalid_email');
  if (signup.website) return refusal('honeypot');
  if (signup.formFillTime < signupLimits.minimumFillTimeMs) return refusal('too_fast');
  return null;
}

const asAccepted = (
  { email, source, userAgent, formFillTime: formFillTimeMs }: ParsedSignup,
  botCheck: BotVerdict,
  limitPerAddressDay: number,
): AcceptedSignup => ({ email, source, botCheck, userAgent, formFillTimeMs, limitPerAddressDay });

const asOutcome = ({ retryAfter, saved }: StoreAnswer): SignupOutcome => {
  if (retryAfter !== null) return refusal('rate_limited', retryAfter);
  if (!saved) throw new Error('the database did not say that it saved');
  return { ok: true, message: signupTexts.success };
};

/** The counters that an attempt adds to, the narrowest network first. */
async function attemptsOf(visitor: string | null, perHour: number, known: ProcessDependencies) {
  const { hmac, now } = known;
  const secret = await known.ipHashSecret();
  return Promise.all(
    visitorNetworks(visitor ?? 'unknown').map(async (network, index) => ({
      visitorHash: await hashVisitor(network, secret, now(), hmac),
      limitPerHour: index === 0 ? perHour : Math.min(perHour * visitorsPerSite, largestLimit),
    })),
  );
}

/** Counts the attempt everywhere, then verifies the token, then saves; each only where the one before allows it. */
async function countAndSave(
  signup: ParsedSignup,
  { visitor }: Trust,
  dependencies: ProcessDependencies,
): Promise<SignupOutcome> {
  const { store, verifyBot, settings } = dependencies;
  const { turnstileToken } = signup;
  const isTrusted = verifyBot === null || turnstileToken !== null;
  if (!isTrusted && settings.BOT_CHECK_FALLBACK === 'deny') return refusal('bot_check_failed');
  const limit = settings.SIGNUP_LIMIT_PER_VISITOR_HOUR;
  const perHour = isTrusted ? limit : tighter(limit);
  const attempts = await attemptsOf(visitor, perHour, dependencies);
  const token = verifyBot === null ? null : turnstileToken;
  // Without a token to verify in between, the last count and the row share one statement.
  const last = token === null ? attempts.pop() : undefined;
  for (const attempt of attempts) {
    const counted = await store.record(attempt, null);
    if (counted.retryAfter !== null) return asOutcome(counted);
  }
  if (verifyBot !== null && token !== null) {
    const verdict = await verifyBot(token, visitor);
    if (verdict === 'failed') return refusal('bot_check_failed');
    if (verdict === 'unavailable') return refusal('bot_check_unavailable', retrySoonSeconds);
  }
  const botCheck = token === null ? 'skipped' : 'passed';
  const accepted = asAccepted(signup, botCheck, settings.SIGNUP_LIMIT_PER_ADDRESS_DAY);
  return asOutcome(await store.record(last ?? null, accepted));
}

/** Saves without counting: what was counted when it was kept, and what an operator tries. */
async function saveUncounted(signup: ParsedSignup, trust: Trust, { store }: ProcessDependencies) {
  const { checked, isCanary } = trust;
  // Sent again after an answer that got lost, it changes nothing: a known address is not counted once more.
  const accepted = asAccepted(signup, checked ?? 'skipped', 0);
  const saved = isCanary ? { ...accepted, email: canaryEmail, isCanary } : accepted;
  return asOutcome(await store.record(null, saved));
}

/**
 * The rules of a sign-up, in their order: shape → address, honeypot, fill time → limit by visitor → bot check →
 * limit by address → save. Never rejects: every way to fail is an outcome, and success means a durable row.
 * @param input what was sent, of any shape.
 */
export async function processSignup(
  input: unknown,
  trust: Trust,
  dependencies: ProcessDependencies,
): Promise<SignupOutcome> {
  const parsed = signupSchema.safeParse(input);
  if (!parsed.success) return unreadable(parsed.error.issues[0]?.path[0]);
  const refused = refuse(parsed.data);
  if (refused) return refused;
  const save = trust.isCanary || trust.checked ? saveUncounted : countAndSave;
  try {
    return await save(parsed.data, trust, dependencies);
  } catch (error) {
    dependencies.onError(error);
    return refusal('unavailable', retrySoonSeconds);
  }
}
