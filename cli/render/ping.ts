import type { CanaryReport } from '../ping/canary.ts';
import type { PingReport } from '../ping/report.ts';
import type { Paint, Terminal } from '../terminal.ts';

function renderCanary(
  { ok, brokeAt, detail, remedy, email, ms }: CanaryReport,
  paint: Paint,
): string {
  return ok
    ? `${paint('green', 'ok')}  canary: signed up, saved and removed in ${ms} ms`
    : `${paint('red', 'XX')}  canary: broke at “${brokeAt}”: ${detail ?? ''} (${email})${remedy ? `\n    ${remedy}` : ''}`;
}

/** Reached or not, and the canary’s end. */
export function renderPing(report: PingReport, { paint }: Terminal): string {
  const { backend, target, cause, detail, remedy, ms, canary } = report;
  const timings = `min ${ms.min} · median ${ms.median} · max ${ms.max} ms`;
  return [
    cause
      ? `${paint('red', 'XX')}  ${backend} at ${target}: ${cause.replaceAll('_', ' ')} after ${ms.max} ms (${detail})\n    ${remedy}`
      : `${paint('green', 'ok')}  ${backend} at ${target}: ${timings}`,
    ...(canary ? [renderCanary(canary, paint)] : []),
  ].join('\n');
}
