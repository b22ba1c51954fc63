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

/** Faults that no visitor can mend: one of its own, or a secret that it does not know. */
const isOurFault = (code: string): boolean =>
  code === 'internal-error' || code.endsWith('-input-secret');

function judge(answer: Answer, secret: string, origin: string): BotCheckResult {
  if (answer['error-codes']?.some(isOurFault)) return 'unavailable';
  if (answer.success !== true) return 'failed';
  // It answers for a made-up host and without an action.
  if (isDummyKey(secret)) return 'passed';
  const isOurs = answer.hostname === new URL(origin).hostname && answer.action === botCheckAction;
  return isOurs ? 'passed' : 'failed';
}

/**
 * Asks siteverify whether a token is good. Never throws: out of reach is `unavailable`.
 * @returns null where no secret is set.
 */
export function createVerifyBot(
  settings: Pick<Settings, 'TURNSTILE_SECRET_KEY' | 'TURNSTILE_VERIFY_URL' | 'SITE_ORIGIN'>,
  ask = fetch,
  timeoutMs = 3000,
): VerifyBot | null {
  const { TURNSTILE_SECRET_KEY: secret, SITE_ORIGIN: origin } = settings;
  if (!secret) return null;
  return async (token, visitor) => {
    const body = { secret, response: token, ...(visitor === null ? {} : { remoteip: visitor }) };
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
}
