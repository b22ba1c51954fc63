const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Compares secrets in a time that tells at most how long the given one is. */
export function isSameSecret(given: string, expected: string): boolean {
  const [ours, theirs] = [bytes(expected), bytes(given)];
  let difference = ours.length ^ theirs.length;
  for (const [index, byte] of theirs.entries()) {
    difference |= byte ^ (ours[index % ours.length] ?? 0);
  }
  return difference === 0;
}
