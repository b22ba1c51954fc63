import { isDeepStrictEqual } from 'node:util';
import type { ManifestEntry } from '../../shared/manifest.ts';

export interface ManifestChange {
  path: string | null;
  /** Null: the whole page came or went. */
  field: keyof ManifestEntry | null;
  before: unknown;
  after: unknown;
}

/** What changed from a saved manifest to the present one, page by page, field by field. */
export function difference(
  before: readonly ManifestEntry[],
  after: readonly ManifestEntry[],
): ManifestChange[] {
  const paths = [...new Set([...before, ...after].map((entry) => entry.path))];
  return paths.flatMap((path): ManifestChange[] => {
    const old = before.find((entry) => entry.path === path);
    const now = after.find((entry) => entry.path === path);
    if (!old || !now) {
      return [{ path, field: null, before: old?.title ?? null, after: now?.title ?? null }];
    }
    const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return (fields as (keyof ManifestEntry)[])
      .filter((field) => !isDeepStrictEqual(old[field], now[field]))
      .map((field) => ({ path, field, before: old[field] ?? null, after: now[field] ?? null }));
  });
}
