import { randomBytes } from 'node:crypto';
import type { Settings } from '../../shared/settings/schema.ts';
import { handle } from '../../shared/signup/handle.ts';
import type { SignupStore } from '../../shared/signup/ports.ts';
import { createVerifyBot } from '../../shared/signup/verify-bot.ts';
import type { Logger } from '../log.ts';

interface InProcess {
  function: { url: string; key: string; fetch: typeof fetch };
  proxySecret: string;
}

/** As `fetch` does, gives up when the signal says so, though the handler knows nothing of it. */
const abortable =
  (answer: (request: Request) => Promise<Response>): typeof fetch =>
  (input, init) => {
    const { signal } = init ?? {};
    const answered = answer(new Request(input, init));
    if (!signal) return answered;
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    return Promise.race([answered, aborted.promise]).finally(() =>
      signal.removeEventListener('abort', abort),
    );
  };

/**
 * The function without a network: supabase-js is given a `fetch` that calls the handler in this process.
 * The proxy’s secret never leaves the process, so where none is set one is made.
 */
export function inProcessFunction(
  settings: Settings,
  store: SignupStore,
  ipHashSecret: () => Promise<string>,
  log: Logger,
): InProcess {
  const proxySecret = settings.SIGNUP_PROXY_SECRET ?? randomBytes(32).toString('hex');
  const verifyBot = settings.TURNSTILE_SECRET_KEY
    ? createVerifyBot({
        url: settings.TURNSTILE_VERIFY_URL,
        secret: settings.TURNSTILE_SECRET_KEY,
        hostname: new URL(settings.SITE_ORIGIN).hostname,
      })
    : null;
  const answer = (request: Request): Promise<Response> =>
    handle(request, {
      store,
      verifyBot,
      now: () => new Date(),
      limits: {
        perVisitorHour: settings.SIGNUP_LIMIT_PER_VISITOR_HOUR,
        perAddressDay: settings.SIGNUP_LIMIT_PER_ADDRESS_DAY,
        fallback: settings.BOT_CHECK_FALLBACK,
      },
      ipHashSecret,
      proxySecret,
      acceptedKeys: null,
      allowedOrigins: [],
      log: (event, message) => log.error(event, message),
    });
  return {
    function: { url: 'http://in-process.invalid', key: 'in-process', fetch: abortable(answer) },
    proxySecret,
  };
}
