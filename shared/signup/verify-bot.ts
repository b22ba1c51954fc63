import { botCheckAction } from './contract.ts';
import { isDummyKey } from './dummy-key.ts';
import type { BotCheckResult, VerifyBot } from './ports.ts';

interface Options {
  /** Siteverify’s address. */
  url: string;
  secret: string;
  /** The host that a token must have been issued on. */
  hostname: string;
  /** Milliseconds one question may take. */
  timeoutMs?: number;
  ask?: typeof fetch;
}

/** What siteverify answers (developers.cloudflare.com/turnstile/get-started/server-side-validation). */
interface Answer {
  success?: boolean;
  hostname?: string;
  action?: string;
  'error-codes'?: string[];
}

function judge(answer: Answer, { secret, hostname }: Options): BotCheckResult | 'again' {
  if (answer['error-codes']?.includes('internal-error')) return 'again';
  if (answer['error-codes']?.some((code) => code.endsWith('-input-secret'))) return 'unavailable';
  if (answer.success !== true) return 'failed';
  // It answers for a made-up host and without an action.
  if (isDummyKey(secret)) return 'passed';
  return answer.hostname === hostname && answer.action === botCheckAction ? 'passed' : 'failed';
}

/**
 * Asks siteverify whether a token is good. Retries once when it had an error of its own, under the same
 * idempotency key, so that the token does not count as spent. Never throws: out of reach is `unavailable`,
 * and so is a secret that it does not know, which no visitor can mend.
 */
export function createVerifyBot(options: Options): VerifyBot {
  const { url, secret, timeoutMs = 3000, ask = fetch } = options;
  const once = async (body: Record<string, string>): Promise<BotCheckResult | 'again'> => {
    try {
      const response = await ask(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer: unknown = await response.json();
      return typeof answer === 'object' && answer !== null ? judge(answer, options) : 'unavailable';
    } catch {
      return 'unavailable';
    }
  };
  return async (token, visitorAddress) => {
    const body = {
      secret,
      response: token,
      idempotency_key: crypto.randomUUID(),
      ...(visitorAddress === null ? {} : { remoteip: visitorAddress }),
    };
    const first = await once(body);
    const verdict = first === 'again' ? await once(body) : first;
    return verdict === 'again' ? 'unavailable' : verdict;
  };
}
