import type { CheckReport } from '../check/report.ts';
import { columns } from '../columns.ts';
import type { Style, Terminal } from '../terminal.ts';

interface Finding {
  problem?: string;
  warning?: string;
  remedy?: string;
}

type Verdict = 'good' | 'warning' | 'problem';

const marks: Record<Verdict, [string, Style]> = {
  good: ['ok', 'green'],
  warning: ['!!', 'yellow'],
  problem: ['XX', 'red'],
};

const verdictOf = (line: Finding): Verdict =>
  line.problem ? 'problem' : line.warning ? 'warning' : 'good';

const said = (line: Finding): string => {
  const finding = line.problem ?? line.warning;
  return finding ? `${finding}. ${line.remedy ?? ''}`.trim() : '';
};

/** One finding a line; what is in order says its value and no more. */
export function renderCheck(report: CheckReport, { paint }: Terminal): string {
  const findings = [
    ...report.settings.map((line) => ({ line, value: line.value || '(unset)', from: line.source })),
    ...report.notes.map((line) => ({ line, value: '', from: 'shared/site.ts' })),
    ...(report.live ?? []).map((line) => ({ line, value: line.target, from: 'live' })),
  ];
  const rows = columns(
    findings.map(({ line, value, from }) => [line.name, value, from, said(line)]),
  );
  const lines = rows.map((row, index) => {
    const [mark, style] = marks[verdictOf(findings[index]?.line ?? {})];
    return `${paint(style, mark)}  ${row}`;
  });
  const count = (verdict: Verdict) =>
    findings.filter(({ line }) => verdictOf(line) === verdict).length;
  const visitors = report.visitor.map(
    ({ peer, forwarded, counted }) =>
      `    from ${peer}${forwarded ? `, X-Forwarded-For: ${forwarded}` : ''} → ${counted}`,
  );
  return [
    ...lines,
    '',
    paint(
      'dim',
      `Backend: ${report.backend}. A request is counted under the address after the arrow:`,
    ),
    ...(report.visitor.length === 0 ? [] : visitors.map((line) => paint('dim', line))),
    '',
    report.ok
      ? paint('green', `No problem, ${count('warning')} to look at.`)
      : paint('red', `${count('problem')} to mend, ${count('warning')} to look at.`),
  ].join('\n');
}
