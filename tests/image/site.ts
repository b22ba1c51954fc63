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
  const response = await fetch(`${origin}/api/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(signup),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Pages and sign-ups from 64 clients at once. @returns how many of them were not answered with 200. */
export async function failuresUnderLoad(origin: string, rounds: number): Promise<number> {
  const clients = Array.from({ length: 64 }, async (_, client) => {
    let failures = 0;
    for (let round = 0; round < rounds; round += 1) {
      const page = await fetch(origin);
      await page.arrayBuffer();
      const status = await signUp(origin, `load-${client}-${round}@deckwright.example`);
      failures += Number(page.status !== 200) + Number(status !== 200);
    }
    return failures;
  });
  return (await Promise.all(clients)).reduce((sum, failures) => sum + failures, 0);
}
