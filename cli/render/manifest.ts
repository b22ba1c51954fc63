import type { ManifestEntry } from '../../shared/manifest.ts';
import { headLimits, type ManifestProblem } from '../../shared/manifest-problems.ts';
import { columns } from '../columns.ts';
import type { ManifestChange } from '../manifest/difference.ts';
import type { Terminal } from '../terminal.ts';

const named = (path: string | null): string => path ?? '(any other)';

const header = [
  'PATH',
  'STATUS',
  'ROBOTS',
  'TITLE',
  `OF ${headLimits.title}`,
  'DESCRIPTION',
  `OF ${headLimits.description}`,
  'CANONICAL',
  'IMAGE',
  'STRUCTURED DATA',
];

/** A line a page, with the lengths that search engines cut at. */
export function renderManifest(entries: readonly ManifestEntry[], { paint }: Terminal): string {
  const [first = '', ...rows] = columns([
    header,
    ...entries.map((entry) => [
      named(entry.path),
      String(entry.status),
      entry.robots,
      entry.title,
      String(entry.title.length),
      entry.description,
      String(entry.description.length),
      entry.canonical ?? '(none)',
      entry.image,
      entry.structuredData.join(' '),
    ]),
  ]);
  return [paint('bold', first), ...rows].join('\n');
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
