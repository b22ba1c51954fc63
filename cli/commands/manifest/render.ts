import { isOutcomePath, paths } from '../../../shared/paths.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { marked, plural, wrap } from '../../output/text.ts';
import { headLimits, type ManifestProblem } from './problems.ts';
import type { ManifestRow } from './rows.ts';

const named = (path: string | null): string => path ?? '(any other)';

const columns = [
  { name: 'PATH' },
  { name: 'STATUS' },
  { name: 'ROBOTS' },
  { name: 'TITLE', shrinks: true },
  { name: 'LENGTH' },
] as const;

const cellsOf = (row: ManifestRow, problems: readonly ManifestProblem[]): string[] => {
  const mark = problems.some(({ path }) => path === row.path) ? '✗ ' : '';
  const start = [mark + named(row.path), String(row.status)];
  if ('location' in row) return [...start, '', `→ ${row.location}`, ''];
  const robots = row.robots.replace(', follow', '');
  return [...start, robots, row.title, `${row.title.length}/${headLimits.title}`];
};

const problemLines = (problems: readonly ManifestProblem[], terminal: Terminal): string[] =>
  problems.map(({ path, field, problem }) =>
    marked(terminal, 'problem', `${named(path)} ${field} ${problem}`),
  );

/** Renders one line for each page. The pages for the outcomes of a sign-up share one line, unless `all` is true. */
export const renderTable =
  (problems: readonly ManifestProblem[], all: boolean) =>
  (rows: readonly ManifestRow[], terminal: Terminal): string => {
    const folded = all ? [] : rows.filter(({ path }) => isOutcomePath(path));
    const lines = rows.filter((row) => !folded.includes(row)).map((row) => cellsOf(row, problems));
    if (folded.length > 0) {
      const [status = '', robots = ''] = cellsOf(folded[0] as ManifestRow, []).slice(1);
      lines.push([`${paths.earlyAccess}/…`, status, robots, `${folded.length} pages: --all`, '']);
    }
    return [table(columns, lines, terminal), ...problemLines(problems, terminal)].join('\n');
  };

/** Renders one page with one line for each field. */
export function renderPage([row]: readonly ManifestRow[], { paint, width }: Terminal): string {
  if (!row) return '';
  const text = (field: string, value: unknown): string => {
    const plain = Array.isArray(value) ? value.join(', ') : String(value ?? '(none)');
    const limit = headLimits[field as keyof typeof headLimits];
    return limit ? `${plain} (${plain.length} of ${limit} characters)` : plain;
  };
  const indentation = ' '.repeat(18);
  const fields = Object.entries(row).filter(([field]) => field !== 'path');
  return [
    paint('bold', named(row.path)),
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
