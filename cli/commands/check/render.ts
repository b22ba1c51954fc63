import type { Terminal } from '../../output/terminal.ts';
import { cut, mark, marked, plural, wrap } from '../../output/text.ts';
import type { CheckReport, Verdict } from './report.ts';

interface Line extends Verdict {
  name: string;
  /** A setting’s value, or what was tried. */
  value: string;
  from?: string;
  /** Of `--live`: shown though it is in order. */
  isTried?: true;
}

/** Longest value that is shown beside its name, in characters. */
const longestValue = 60;

const linesOf = ({ settings, notes, live = [] }: CheckReport): Line[] => [
  ...settings.map(({ value, source, ...line }) => ({
    ...line,
    value: value || '(unset)',
    from: source,
  })),
  ...notes.map(({ at, ...line }) => ({ ...line, value: at })),
  ...live.map(({ target, ...line }) => ({ ...line, value: target, isTried: true as const })),
];

const verdictOf = ({ problem, warning }: Verdict) =>
  problem ? 'problem' : warning ? 'warning' : 'good';

/** Problems first, each with its cure, then warnings; what is in order is counted, or listed with `--all`. */
export const renderCheck =
  (all: boolean) =>
  (report: CheckReport, terminal: Terminal): string => {
    const { paint, width } = terminal;
    const lines = linesOf(report);
    const of = (verdict: string) => lines.filter((line) => verdictOf(line) === verdict);
    const show = (line: Line): string => {
      const from = line.from ? `  [${line.from}]` : '';
      const longest = line.isTried ? width : longestValue;
      const room = Math.min(longest, width - line.name.length - from.length - 4);
      const about = paint('dim', cut(line.value, room) + from);
      const head = `${mark(paint, verdictOf(line))} ${paint('bold', line.name)}  ${about}`;
      const said = line.problem ?? line.warning;
      if (!said) return head;
      const cure = line.remedy ? [wrap(`→ ${line.remedy}`, width, '    ')] : [];
      return [head, wrap(said, width, '  '), ...cure].join('\n');
    };
    const [problems, warnings, good] = [of('problem'), of('warning'), of('good')];
    const visitors = report.visitor.map(
      ({ peer, forwarded, counted }) =>
        `  from ${peer}${forwarded ? `, X-Forwarded-For: ${forwarded}` : ''} → ${counted}`,
    );
    const shown = all ? good : good.filter(({ isTried }) => isTried);
    const counted = ['', 'A request is counted under the address behind the arrow:', ...visitors];
    const summary = [
      plural(problems.length, 'problem'),
      plural(warnings.length, 'warning'),
      `${good.length} in order${all ? '' : ' (--all lists them)'}`,
    ].join(', ');
    const home = report.dataDir ? ` in ${report.dataDir}` : '';
    return [
      ...[...problems, ...warnings].flatMap((line) => [show(line), '']),
      ...shown.map(show),
      ...(all ? counted : []),
      ...(shown.length > 0 ? [''] : []),
      marked(terminal, report.ok ? 'good' : 'problem', summary),
      paint('dim', `  Backend: ${report.backend}${home}`),
    ].join('\n');
  };
