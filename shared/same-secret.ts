const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns whether two secrets are the same. The time that it takes depends only on the length of the given secret. */
export function isSameSecret(given: string, expected: string): boolean {
  const [ours, theirs] = [bytes(expected), bytes(given)];
  let difference = ours.length ^ theirs.length;
  for (const [index, byte] of theirs.entries()) {
    difference |= byte ^ (ours[index % ours.length] ?? 0);
  }
  return difference === 0;
}
