import type { Logger } from '../../observability/log.ts';

/** Creates a log that collects its lines. */
export function collectingLog() {
  const lines: string[] = [];
  const write = (...words: unknown[]) =>
    void lines.push(words.map((word) => Object(word).err?.message ?? word).join(': '));
  const log = { info: write, warn: write, error: write, fatal: write } as unknown as Logger;
  return { lines, log };
}
