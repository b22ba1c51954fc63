import type { SignupOutcome } from '../shared/signup/contract.ts';
import { asSource } from '../shared/signup/contract.ts';
import type { OutboxCounts } from './outbox/queue.ts';
import type { Readiness, SignupInput, SignupMetrics } from './signup/service.ts';

/** What the process counts; never an address, a path that a stranger chose, or anything of a person. */
export interface Metrics extends SignupMetrics {
  request(route: string, method: string | undefined, status: number, seconds: number): void;
  error(kind: 'request' | 'database' | 'outbox_full' | 'uncaught'): void;
  signup(signup: SignupInput, outcome: SignupOutcome): void;
  /** In Prometheus’ text format. */
  text(): Promise<string>;
  contentType: string;
}

const methods = new Set(['GET', 'HEAD', 'POST']);

/** What became of the bot check, as far as the outcome tells. */
export function verdictOf(signup: SignupInput, outcome: SignupOutcome): string {
  if (!outcome.ok && outcome.code === 'bot_check_failed') return 'failed';
  if (!outcome.ok && outcome.code === 'bot_check_unavailable') return 'unavailable';
  if (typeof signup.turnstileToken !== 'string') return 'skipped';
  return outcome.ok ? 'passed' : 'unknown';
}

const outboxGauges = [
  {
    name: 'deckwright_outbox_depth',
    help: 'Sign-ups that are kept until the function takes them',
    of: 'depth',
  },
  {
    name: 'deckwright_outbox_oldest_age_seconds',
    help: 'How long the oldest of them has waited; 0 when none does',
    of: 'oldestSeconds',
  },
  {
    name: 'deckwright_outbox_refused',
    help: 'Kept sign-ups that the function refused, to be looked at',
    of: 'refused',
  },
] as const;

/** Loads prom-client, which takes longer than a whole start: only where somebody reads the numbers. */
export async function createMetrics(
  readiness: () => Promise<Readiness>,
  outboxCounts: () => OutboxCounts | null = () => null,
): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import(
    'prom-client'
  );
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'deckwright_http_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'deckwright_http_request_duration_seconds',
    help: 'From the request’s headers to the end of the answer',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  const errors = new Counter({
    name: 'deckwright_errors_total',
    help: 'Faults of ours, by where they surfaced',
    labelNames: ['kind'],
    registers,
  });
  const signups = new Counter({
    name: 'deckwright_signups_total',
    help: 'Sign-ups by how they ended',
    labelNames: ['outcome', 'source', 'verdict'],
    registers,
  });
  const upstream = new Histogram({
    name: 'deckwright_upstream_duration_seconds',
    help: 'How long the function took',
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  new Gauge({
    name: 'deckwright_backend_ready',
    help: '1 when the database takes sign-ups',
    registers,
    async collect() {
      this.set((await readiness()).ready ? 1 : 0);
    },
  });
  for (const { name, help, of } of outboxGauges) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const counts = outboxCounts();
        if (counts) this.set(counts[of]);
        else this.remove();
      },
    });
  }
  return {
    request(route, given, status, seconds) {
      const method = given && methods.has(given) ? given : 'other';
      requests.inc({ route, method, status });
      durations.observe({ route, method }, seconds);
    },
    error: (kind) => errors.inc({ kind }),
    signup(signup, outcome) {
      const verdict = verdictOf(signup, outcome);
      const source = asSource(signup.source);
      signups.inc({ outcome: outcome.ok ? 'joined' : outcome.code, source, verdict });
    },
    upstream: (seconds) => upstream.observe(seconds),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}
