import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';

let made = 0;

/** Returns an address that is not on the list. */
export const newAddress = (): string => {
  made += 1;
  return `visitor-${process.pid}-${made}@tests.example`;
};

/** Returns a valid sign-up. */
export const goodSignup = (email = newAddress(), turnstileToken: string | null = null) => ({
  ...sentSignup,
  email,
  turnstileToken,
});

/** Milliseconds after which a request has failed. A busy machine answers late. */
const timeoutMs = 30_000;

/** Sends a sign-up. @returns the status. Rejects when no complete response comes. */
export async function signUp(
  url: string,
  signup: object = goodSignup(),
  headers: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(`${url}/api/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(signup),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.arrayBuffer();
  return response.status;
}
