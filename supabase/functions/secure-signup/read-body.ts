import { signupLimits } from '../../../shared/signup/contract.ts';

/**
 * The body as text, or null when it is larger than a sign-up may be.
 * It is counted as it arrives: a length that the sender claims proves nothing.
 */
export async function readBody(request: Request): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > signupLimits.bodyBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
