import { isOutcomePath, paths } from '../../../shared/paths.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { marked, plural, wrap } from '../../output/text.ts';
import type { Entry } from './entries.ts';
import { headLimits, type ManifestProblem } from './problems.ts';

const named = (path: string | null): string => path ?? '(any other)';

const columns = [
  { name: 'PATH' },
  { name: 'STATUS' },
  { name: 'ROBOTS' },
  { name: 'TITLE', shrinks: true },
  { name: 'LENGTH' },
] as const;

const row = (entry: Entry, problems: readonly ManifestProblem[]): string[] => {
  const mark = problems.some(({ path }) => path === entry.path) ? '✗ ' : '';
  const start = [mark + named(entry.path), String(entry.status)];
  if ('location' in entry) return [...start, '', `→ ${entry.location}`, ''];
  const robots = entry.robots.replace(', follow', '');
  return [...start, robots, entry.title, `${entry.title.length}/${headLimits.title}`];
};

const problemLines = (problems: readonly ManifestProblem[], terminal: Terminal): string[] =>
  problems.map(({ path, field, problem }) =>
    marked(terminal, 'problem', `${named(path)} ${field} ${problem}`),
  );

/** Renders one line for each page. The pages for the outcomes of a sign-up share one line, unless `all` is true. */
export const renderTable =
  (problems: readonly ManifestProblem[], all: boolean) =>
  (entries: readonly Entry[], terminal: Terminal): string => {
    const folded = all ? [] : entries.filter(({ path }) => isOutcomePath(path));
    const rows = entries
      .filter((entry) => !folded.includes(entry))
      .map((entry) => row(entry, problems));
    if (folded.length > 0) {
      const [status = '', robots = ''] = row(folded[0] as Entry, []).slice(1);
      rows.push([`${paths.earlyAccess}/…`, status, robots, `${folded.length} pages: --all`, '']);
    }
    return [table(columns, rows, terminal), ...problemLines(problems, terminal)].join('\n');
  };

/** Renders one page with one line for each field. */
export function renderPage([entry]: readonly Entry[], { paint, width }: Terminal): string {
  if (!entry) return '';
  const text = (field: string, value: unknown): string => {
    const plain = Array.isArray(value) ? value.join(', ') : String(value ?? '(none)');
    const limit = headLimits[field as keyof typeof headLimits];
    return limit ? `${plain} (${plain.length} of ${limit} characters)` : plain;
  };
  const indentation = ' '.repeat(18);
  const fields = Object.entries(entry).filter(([field]) => field !== 'path');
  return [
    paint('bold', named(entry.path)),
    ...fields.map(
      ([field, value]) =>
        `  ${field.padEnd(16)}${wrap(text(field, value), width, indentation).trimStart()}`,
    ),
  ].join('\n');
}

export function renderProblems(
  { pages, problems }: { pages: number; problems: readonly ManifestProblem[] },
  terminal: Terminal,
): string {
  const summary =
    problems.length === 0
      ? marked(terminal, 'good', `${plural(pages, 'page')}, every head keeps the rules.`)
      : `${plural(problems.length, 'problem')} on ${plural(pages, 'page')}.`;
  return [...problemLines(problems, terminal), summary].join('\n');
}
