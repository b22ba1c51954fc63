const patienceMs = 60_000;

/** Asks again and again until the answer is good. @returns milliseconds. Throws after a minute. */
export async function untilOk(url: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return performance.now() - began;
    if (performance.now() - began > patienceMs) throw new Error(`${url} is not good in a minute`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** @returns the status of the answer. */
export async function signUp(origin: string, email: string): Promise<number> {
  const signup = { email, source: 'hero', turnstileToken: null, formFillTime: 5000, userAgent: '' };
  const { status } = await fetch(`${origin}/api/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(signup),
  });
  return status;
}
