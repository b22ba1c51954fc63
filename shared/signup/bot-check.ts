import { isDummyKey } from '../settings/backend.ts';
import type { Settings } from '../settings/schema.ts';
import { botCheckAction } from './contract.ts';

export type BotCheckResult = 'passed' | 'failed' | 'unavailable';

/** Asks siteverify about a token. Never rejects. */
export type VerifyBot = (token: string, visitor: string | null) => Promise<BotCheckResult>;

/** What siteverify answers (developers.cloudflare.com/turnstile/get-started/server-side-validation). */
interface Answer {
  success?: boolean;
  hostname?: string;
  action?: string;
  'error-codes'?: string[];
}

function judge(answer: Answer, secret: string, origin: string): BotCheckResult | 'again' {
  if (answer['error-codes']?.includes('internal-error')) return 'again';
  if (answer['error-codes']?.some((code) => code.endsWith('-input-secret'))) return 'unavailable';
  if (answer.success !== true) return 'failed';
  // It answers for a made-up host and without an action.
  if (isDummyKey(secret)) return 'passed';
  const isOurs = answer.hostname === new URL(origin).hostname && answer.action === botCheckAction;
  return isOurs ? 'passed' : 'failed';
}

/**
 * Asks siteverify whether a token is good. Retries once when it had an error of its own, under the same
 * idempotency key, so that the token does not count as spent. Never throws: out of reach is `unavailable`,
 * and so is a secret that it does not know, which no visitor can mend.
 * @returns null where no secret is set.
 */
export function createVerifyBot(
  settings: Pick<Settings, 'TURNSTILE_SECRET_KEY' | 'TURNSTILE_VERIFY_URL' | 'SITE_ORIGIN'>,
  ask = fetch,
  timeoutMs = 3000,
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
        ? judge(answer, secret, origin)
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
