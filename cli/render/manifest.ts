import type { ManifestEntry } from '../../shared/manifest.ts';
import type { ManifestProblem } from '../../shared/manifest-problems.ts';
import { columns } from '../columns.ts';
import type { ManifestChange } from '../manifest/difference.ts';
import type { Terminal } from '../terminal.ts';

const named = (path: string | null): string => path ?? '(any other)';

/** A line a page: what decides whether and how it is found. */
export function renderManifest(entries: readonly ManifestEntry[], { paint }: Terminal): string {
  const [header = '', ...rows] = columns([
    ['PATH', 'STATUS', 'ROBOTS', 'TITLE', 'STRUCTURED DATA'],
    ...entries.map((entry) => [
      named(entry.path),
      String(entry.status),
      entry.robots,
      entry.title,
      entry.structuredData.join(' '),
    ]),
  ]);
  return [paint('bold', header), ...rows].join('\n');
}

export function renderProblems(
  { pages, problems }: { pages: number; problems: readonly ManifestProblem[] },
  { paint }: Terminal,
): string {
  const lines = columns(
    problems.map(({ path, field, problem }) => [named(path), field, problem]),
  ).map((line) => `${paint('red', 'XX')}  ${line}`);
  const summary =
    problems.length === 0
      ? paint('green', `${pages} pages, every head keeps the rules.`)
      : paint('red', `${problems.length} to mend on ${pages} pages.`);
  return [...lines, summary].join('\n');
}

export function renderDifference(changes: readonly ManifestChange[], { paint }: Terminal): string {
  if (changes.length === 0) return paint('green', 'No difference.');
  return changes
    .flatMap(({ path, field, before, after }) => [
      `${named(path)}${field ? ` ${field}` : ''}`,
      ...(before === null ? [] : [paint('red', `- ${JSON.stringify(before)}`)]),
      ...(after === null ? [] : [paint('green', `+ ${JSON.stringify(after)}`)]),
    ])
    .join('\n');
}
