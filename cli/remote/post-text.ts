import pRetry, { AbortError } from 'p-retry';
import { Failure } from '../failure.ts';
import { unreachable } from './unreachable.ts';

/** Milliseconds that one try may take. */
const timeoutMs = 10_000;
const retries = 2;
/** Milliseconds before the second try; the third waits twice as long. */
const firstWaitMs = 1_000;

const remedy = 'Check the address, and whether the service takes messages there.';

/** Returns the request for a service: JSON for a webhook of Slack, and plain text for ntfy and all others. */
export function requestOf(address: URL, text: string): { contentType: string; body: string } {
  if (address.hostname !== 'hooks.slack.com') {
    return { contentType: 'text/plain; charset=utf-8', body: text };
  }
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { contentType: 'application/json', body: JSON.stringify({ text: escaped }) };
}

/** Returns the header for the user and the password of an address. `fetch` refuses such an address and prints it whole. */
function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

async function post(address: URL, text: string): Promise<void> {
  const { contentType, body } = requestOf(address, text);
  const target = Object.assign(new URL(address), { username: '', password: '' });
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'Content-Type': contentType, ...authorizationOf(address) },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw unreachable(error);
  });
  await response.body?.cancel();
  if (response.ok) return;
  const failure = new Failure('not_posted', `${address.host} answered ${response.status}`, remedy);
  // The service has read the request and refuses it, so another try would be refused too.
  const isFinal = response.status < 500 && response.status !== 429 && response.status !== 408;
  throw isFinal ? new AbortError(failure) : failure;
}

/**
 * Posts a text to an address. Tries three times where nothing answers, or where the service is overloaded or fails. Rejects
 * with a Failure that names the host only, because the rest of such an address is often a secret.
 */
export const postText = (address: URL, text: string): Promise<void> =>
  pRetry(() => post(address, text), { retries, minTimeout: firstWaitMs, factor: 2 });
