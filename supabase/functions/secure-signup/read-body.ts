/**
 * Reads the body as text. Returns null when it is larger than `limit` bytes. Counts the bytes as they arrive, because
 * a sender can claim any length.
 */
export async function readBody(request: Request, limit: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
