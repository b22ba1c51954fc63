import { isDummyKey } from '../settings/backend.ts';
import type { Settings } from '../settings/schema.ts';
import { botCheckAction } from './contract.ts';

export type BotCheckResult = 'passed' | 'failed' | 'unavailable';

/** Verifies a token with siteverify. Never rejects. */
export type VerifyBot = (token: string, visitor: string | null) => Promise<BotCheckResult>;

/** The answer of siteverify (developers.cloudflare.com/turnstile/get-started/server-side-validation). */
interface Answer {
  success?: boolean;
  hostname?: string;
  action?: string;
  'error-codes'?: string[];
}

export interface BotCheckOptions {
  /** Milliseconds for one call of siteverify. */
  timeoutMs?: number;
  /** The result for a token that siteverify has seen before, or that is too old. */
  ofSpentToken?: BotCheckResult;
}

function judge(
  answer: Answer,
  secret: string,
  origin: string,
  ofSpentToken: BotCheckResult,
): BotCheckResult | 'again' {
  if (answer['error-codes']?.includes('internal-error')) return 'again';
  if (answer['error-codes']?.some((code) => code.endsWith('-input-secret'))) return 'unavailable';
  if (answer['error-codes']?.includes('timeout-or-duplicate')) return ofSpentToken;
  if (answer.success !== true) return 'failed';
  // With a dummy key, siteverify answers for an example host and without an action.
  if (isDummyKey(secret)) return 'passed';
  const isOurs = answer.hostname === new URL(origin).hostname && answer.action === botCheckAction;
  return isOurs ? 'passed' : 'failed';
}

/**
 * Creates the function that verifies tokens with siteverify. After an internal error of siteverify it retries once,
 * under the same idempotency key, so that the token does not count as spent. It never rejects: `unavailable` means
 * that siteverify is out of reach, or that it does not know the secret, which no visitor can repair.
 * @returns null when no secret is set.
 */
export function createVerifyBot(
  settings: Pick<Settings, 'TURNSTILE_SECRET_KEY' | 'TURNSTILE_VERIFY_URL' | 'SITE_ORIGIN'>,
  ask = fetch,
  { timeoutMs = 3000, ofSpentToken = 'failed' }: BotCheckOptions = {},
): VerifyBot | null {
  const { TURNSTILE_SECRET_KEY: secret, SITE_ORIGIN: origin } = settings;
  if (!secret) return null;
  const once = async (body: Record<string, string>): Promise<BotCheckResult | 'again'> => {
    try {
      const response = await ask(settings.TURNSTILE_VERIFY_URL, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer: unknown = await response.json();
      return typeof answer === 'object' && answer !== null
        ? judge(answer, secret, origin, ofSpentToken)
        : 'unavailable';
    } catch {
      return 'unavailable';
    }
  };
  return async (token, visitor) => {
    const body = {
      secret,
      response: token,
      idempotency_key: crypto.randomUUID(),
      ...(visitor === null ? {} : { remoteip: visitor }),
    };
    const first = await once(body);
    const verdict = first === 'again' ? await once(body) : first;
    return verdict === 'again' ? 'unavailable' : verdict;
  };
}
