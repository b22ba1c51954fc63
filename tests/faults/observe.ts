import { setTimeout } from 'node:timers/promises';
import { type SignupErrorCode, signupErrors } from '../../shared/signup/contract.ts';

/** Milliseconds after which whatever should come counts as not coming; generous, for a busy machine. */
const patienceMs = 30_000;

let count = 0;

/** An address that nobody has signed up with. */
export const newAddress = (): string => {
  count += 1;
  return `fault-${process.pid}-${count}@faults.example`;
};

/** A sign-up with nothing wrong in it. */
export const goodSignup = (email: string, turnstileToken: string | null = null) => ({
  email,
  source: 'hero',
  turnstileToken,
  formFillTime: 2500,
  userAgent: 'faults',
});

/** Sends one sign-up. Rejects where no whole answer comes. */
export async function signUp(
  url: string,
  email = newAddress(),
  turnstileToken: string | null = null,
): Promise<{ response: Response; text: string }> {
  const response = await fetch(`${url}/api/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(goodSignup(email, turnstileToken)),
    signal: AbortSignal.timeout(patienceMs),
  });
  return { response, text: await response.text() };
}

const isCode = (code: string): code is SignupErrorCode => Object.hasOwn(signupErrors, code);

/** `502 upstream_fetch`, and whatever is not as the contract says. */
export function described({ response, text }: Awaited<ReturnType<typeof signUp>>): string {
  const { status, headers } = response;
  if (status === 200) return '200';
  const { error } = JSON.parse(text) as { error: { code: string; message: string } };
  const wait = headers.has('retry-after') ? ', come back later' : '';
  const known = isCode(error.code) ? signupErrors[error.code] : undefined;
  const odd = known?.message === error.message && known.status === status ? '' : `, ${text}`;
  return `${status} ${error.code}${wait}${odd}`;
}

/** How one sign-up ends: `200`, or its status and code; named late where it took longer than it may. */
export async function outcome(
  url: string,
  withinMs: number,
  turnstileToken: string | null = null,
): Promise<string> {
  const start = performance.now();
  const answer = described(await signUp(url, newAddress(), turnstileToken));
  const took = performance.now() - start;
  return took <= withinMs ? answer : `${answer}, after ${Math.round(took)} ms`;
}

/** Whether pages are served: `pages 200`. */
export async function pages(url: string): Promise<string> {
  const statuses = await Promise.all(
    ['/', '/upload', '/healthz'].map(async (path) => {
      const response = await fetch(url + path, { signal: AbortSignal.timeout(patienceMs) });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  return `pages ${[...new Set(statuses)].join(' and ')}`;
}

/** Waits until a sign-up ends as it should. @returns how it ended at last. */
export async function until(expected: string, url: string): Promise<string> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const seen = await outcome(url, patienceMs).catch((error: Error) => error.message);
    if (seen === expected || performance.now() > end) return seen;
    await setTimeout(100);
  }
}
