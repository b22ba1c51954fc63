import type { Terminal } from '../../output/terminal.ts';
import { cut, mark, marked, plural, wrap } from '../../output/text.ts';
import type { CheckReport, Finding } from './report.ts';

/** Longest value of a setting that is shown beside its name, in characters. */
const longestValue = 60;

const judgementOf = ({ problem, warning }: Finding) =>
  problem ? 'problem' : warning ? 'warning' : 'good';

/** Returns one finding as text: its name and value, then what is wrong, then the remedy. */
function renderFinding(finding: Finding, { paint, width }: Terminal, longest: number): string {
  const { name, value, source, problem, warning, remedy } = finding;
  const from = source ? `  [${source}]` : '';
  const room = Math.min(longest, width - name.length - from.length - 4);
  const about = paint('dim', cut(value || '(unset)', room) + from);
  const head = `${mark(paint, judgementOf(finding))} ${paint('bold', name)}  ${about}`;
  const fault = problem ?? warning;
  if (!fault) return head;
  const cure = remedy ? [wrap(`→ ${remedy}`, width, '    ')] : [];
  return [head, wrap(fault, width, '  '), ...cure].join('\n');
}

/**
 * Returns the report as text: problems with their remedies, then warnings. Settings that are in order are counted, and
 * listed only with `--all`. The findings of `--live` and `--for` are all listed.
 */
export const renderCheck =
  (all: boolean) =>
  (report: CheckReport, terminal: Terminal): string => {
    const { settings, notes, visitor, ok, backend, dataDir } = report;
    const tried = [...(report.live ?? []), ...(report.crowd ?? [])];
    const findings = [...settings, ...notes, ...tried];
    const of = (judgement: string) =>
      findings.filter((finding) => judgementOf(finding) === judgement);
    const show = (finding: Finding) =>
      renderFinding(finding, terminal, tried.includes(finding) ? terminal.width : longestValue);
    const [problems, warnings, good] = [of('problem'), of('warning'), of('good')];
    const shown = good.filter((finding) => all || tried.includes(finding));
    const visitors = visitor.map(
      ({ peer, forwarded, counted }) =>
        `  from ${peer}${forwarded ? `, X-Forwarded-For: ${forwarded}` : ''} → ${counted}`,
    );
    const counted = ['', 'A request is counted under the address behind the arrow:', ...visitors];
    const summary = [
      plural(problems.length, 'problem'),
      plural(warnings.length, 'warning'),
      `${good.length} in order${all ? '' : ' (--all lists them)'}`,
    ].join(', ');
    const home = dataDir ? ` in ${dataDir}` : '';
    return [
      ...[...problems, ...warnings].flatMap((finding) => [show(finding), '']),
      ...shown.map(show),
      ...(all ? counted : []),
      ...(shown.length > 0 ? [''] : []),
      marked(terminal, ok ? 'good' : 'problem', summary),
      terminal.paint('dim', `  Backend: ${backend}${home}`),
    ].join('\n');
  };
