import { signupErrors } from '../contract.ts';
import { type HandlerDependencies, handle } from '../handle.ts';
import type { AcceptedSignup, BotCheckResult, StoreAnswer, VisitorAttempt } from '../ports.ts';

/** What proves to the function that the proxy speaks. */
export const proxySecret = 'the-proxy-and-the-function';
/** A sign-up with nothing wrong. */
export const good = {
  email: ' Ada@Example.com ',
  source: 'hero',
  turnstileToken: 'token',
  formFillTime: 2000,
  userAgent: 'Firefox',
};

export interface World extends Partial<HandlerDependencies> {
  verdict?: BotCheckResult | null;
  answers?: (StoreAnswer | Error)[];
}

/** The function with everything outside it written down. */
export function createWorld({ verdict = 'passed', answers = [], ...rest }: World = {}) {
  const calls: { attempt: VisitorAttempt | null; signup: AcceptedSignup | null }[] = [];
  const asked: [string, string | null][] = [];
  const logged: unknown[] = [];
  const dependencies: HandlerDependencies = {
    store: {
      async record(attempt, signup) {
        calls.push({ attempt, signup });
        const answer = answers.shift() ?? {
          visitorRetryAfterSeconds: null,
          saved: signup !== null,
        };
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    verifyBot:
      verdict === null
        ? null
        : async (token, address) => {
            asked.push([token, address]);
            return verdict;
          },
    now: () => new Date('2026-11-21T12:00:00Z'),
    limits: { perVisitorHour: 10, perAddressDay: 5, fallback: 'allow' },
    ipHashSecret: async () => 'secret of the hash',
    proxySecret,
    acceptedKeys: null,
    allowedOrigins: [],
    log: (event, message) => logged.push({ ...event, message }),
    ...rest,
  };
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    handle(
      new Request('https://function.example/secure-signup', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      dependencies,
    );
  const send = (init: RequestInit) =>
    handle(new Request('https://function.example/secure-signup', init), dependencies);
  return { calls, asked, logged, post, send };
}

/** The code of a refusal, whose status must be the one of the table. */
export async function codeOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: keyof typeof signupErrors } };
  if (response.status !== signupErrors[error.code].status) {
    throw new Error(`${error.code} came with ${response.status}`);
  }
  return error.code;
}
