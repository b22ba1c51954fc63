import type { BackendName } from '../../../shared/settings/backend.ts';
import { marked } from '../../output/mark.ts';
import { wrap } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import type { Cause } from '../../reach/causes.ts';
import type { Timings } from './timings.ts';

interface Reached {
  ok: boolean;
  target: string;
  cause?: Cause;
  /** What was said on the wire. */
  detail?: string;
  remedy?: string;
}

export interface CanaryReport extends Reached {
  /** From sending to the answer. */
  ms: number;
}

export interface PingReport extends Reached {
  backend: BackendName;
  ms: Timings;
  canary?: CanaryReport;
}

/** Reached or not, and how the trial ended. */
export function renderPing(report: PingReport, { paint, width }: Terminal): string {
  const failed = (where: string, { cause, detail, remedy = '' }: Reached): string => {
    const said = `${where}: ${cause?.replaceAll('_', ' ')} (${detail})`;
    const wrapped = marked(paint, 'problem', wrap(said, width, '  ').trimStart());
    return `${wrapped}\n${wrap(remedy, width, '  ')}`;
  };
  const { backend, target, ms, canary } = report;
  const timings = `min ${ms.min} · median ${ms.median} · max ${ms.max} ms`;
  const lines = [
    report.cause
      ? failed(`${backend} at ${target}`, report)
      : marked(paint, 'good', `${backend} at ${target}: ${timings}`),
  ];
  if (canary) {
    lines.push(
      canary.ok
        ? marked(
            paint,
            'good',
            `canary through ${canary.target}: signed up, nothing left, ${canary.ms} ms`,
          )
        : failed(`canary through ${canary.target}`, canary),
    );
  }
  return lines.join('\n');
}
