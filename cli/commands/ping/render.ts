import type { Terminal } from '../../output/terminal.ts';
import { marked, wrap } from '../../output/text.ts';
import type { Cause } from '../../remote/unreachable.ts';

export interface Timings {
  min: number;
  median: number;
  max: number;
}

interface Reached {
  ok: boolean;
  target: string;
  cause?: Cause;
  /** The error or the answer in its own words. */
  detail?: string;
  remedy?: string;
}

export interface CanaryReport extends Reached {
  /** Milliseconds from sending to the answer. */
  ms: number;
}

export interface MailReport extends Reached {
  to: string;
  /** Milliseconds from the connection to the answer of the SMTP server. */
  ms: number;
}

export interface PingReport extends Reached {
  /** The backend of the server that answered. Otherwise the backend of the settings. */
  backend: string;
  ms: Timings;
  canary?: CanaryReport;
  mail?: MailReport;
}

/** Renders whether the backend was reached, and how the trial sign-up ended. */
export function renderPing(report: PingReport, terminal: Terminal): string {
  const lineOf = (where: string, { cause, detail, remedy = '' }: Reached, good: string): string => {
    if (!cause) return marked(terminal, 'good', `${where}: ${good}`);
    const said = `${where}: ${cause.replaceAll('_', ' ')} (${detail})`;
    return `${marked(terminal, 'problem', said)}\n${wrap(remedy, terminal.width, '  ')}`;
  };
  const { backend, target, ms, canary, mail } = report;
  const timings = `min ${ms.min} · median ${ms.median} · max ${ms.max} ms`;
  const lines = [lineOf(`${backend} at ${target}`, report, timings)];
  if (canary) {
    const good = `signed up, nothing left, ${canary.ms} ms`;
    lines.push(lineOf(`canary through ${canary.target}`, canary, good));
  }
  if (mail) {
    const good = `accepted a mail to ${mail.to}, ${mail.ms} ms`;
    lines.push(lineOf(mail.target, mail, good));
  }
  return lines.join('\n');
}
