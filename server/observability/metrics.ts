import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  asSource,
  defaultSource,
  type SignupErrorCode,
  type SignupOutcome,
  type Source,
  signupErrors,
  sources,
} from '../../shared/signup/contract.ts';

/** What the process counts; never an address, a path that a stranger chose, or anything of a person. */
export interface Metrics {
  request(route: string, method: string | undefined, status: number, seconds: number): void;
  error(kind: ErrorKind): void;
  signup(signup: { source: unknown; turnstileToken: unknown }, outcome: SignupOutcome): void;
  upstream(seconds: number): void;
  opened(source: Source): void;
  /** In Prometheus’ text format. */
  text(): Promise<string>;
  contentType: string;
}

const errorKinds = ['request', 'database', 'outbox_full', 'uncaught'] as const;
type ErrorKind = (typeof errorKinds)[number];

/** Requests of a kind that is counted from 0, so that the first one is an increase. */
export interface KnownRequests {
  route: string;
  method: string;
  statuses: readonly number[];
}

export interface OutboxCounts {
  depth: number;
  oldestSeconds: number;
  refused: number;
}

export interface MetricsParts {
  build: { version: string; revision: string };
  requests: readonly KnownRequests[];
  isReady(): boolean;
  /** Null where there is no outbox. */
  outboxCounts(): OutboxCounts | null;
}

/** Gauges of prom-client under names that only counters may have (`promtool check metrics`). */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

const methods = new Set(['GET', 'HEAD', 'POST']);
const allSources = [...sources, defaultSource];
const outcomes = ['joined', ...(Object.keys(signupErrors) as SignupErrorCode[])] as const;
type Outcome = (typeof outcomes)[number];

/** What became of the bot check, as far as the outcome tells. */
export function verdictOf(outcome: Outcome, hasToken: boolean): string {
  if (outcome === 'bot_check_failed') return 'failed';
  if (outcome === 'bot_check_unavailable') return 'unavailable';
  if (!hasToken) return 'skipped';
  return outcome === 'joined' ? 'passed' : 'unknown';
}

function createCounters(registers: Registry[], known: readonly KnownRequests[]) {
  const requests = new Counter({
    name: 'deckwright_http_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  for (const { route, method, statuses } of known) {
    for (const status of statuses) requests.inc({ route, method, status }, 0);
  }
  const errors = new Counter({
    name: 'deckwright_errors_total',
    help: 'Faults of ours, by where they surfaced',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of errorKinds) errors.inc({ kind }, 0);
  const signups = new Counter({
    name: 'deckwright_signups_total',
    help: 'Sign-ups by how they ended',
    labelNames: ['outcome', 'source', 'verdict'],
    registers,
  });
  const opened = new Counter({
    name: 'deckwright_dialog_opened_total',
    help: 'Early-access dialogs opened',
    labelNames: ['source'],
    registers,
  });
  for (const source of allSources) {
    opened.inc({ source }, 0);
    for (const outcome of outcomes) {
      signups.inc({ outcome, source, verdict: verdictOf(outcome, true) }, 0);
      signups.inc({ outcome, source, verdict: verdictOf(outcome, false) }, 0);
    }
  }
  return { requests, errors, signups, opened };
}

function createHistograms(registers: Registry[], known: readonly KnownRequests[]) {
  const requests = new Histogram({
    name: 'deckwright_http_request_duration_seconds',
    help: 'From the request’s headers to the end of the answer',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  for (const { route, method } of known) requests.zero({ route, method });
  const upstream = new Histogram({
    name: 'deckwright_upstream_duration_seconds',
    help: 'How long the function took',
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  return { requests, upstream };
}

/** None of them waits: what they tell is known already when they are asked. */
function addGauges(registers: Registry[], { build, isReady, outboxCounts }: MetricsParts): void {
  new Gauge({
    name: 'deckwright_build_info',
    help: 'Always 1; the labels say which build runs',
    labelNames: ['version', 'revision'],
    registers,
  }).set(build, 1);
  new Gauge({
    name: 'deckwright_backend_ready',
    help: '1 when the database takes sign-ups',
    registers,
    collect() {
      this.set(isReady() ? 1 : 0);
    },
  });
  const addOutboxGauge = (name: string, help: string, value: keyof OutboxCounts) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const counts = outboxCounts();
        if (counts) this.set(counts[value]);
        else this.remove();
      },
    });
  addOutboxGauge('deckwright_outbox_depth', 'Sign-ups that wait for the function', 'depth');
  addOutboxGauge(
    'deckwright_outbox_oldest_age_seconds',
    'How long the oldest of them has waited; 0 when none does',
    'oldestSeconds',
  );
  addOutboxGauge(
    'deckwright_outbox_refused',
    'Sign-ups that the function refused, to be looked at',
    'refused',
  );
}

export function createMetrics(parts: MetricsParts): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  for (const name of misnamed) register.removeSingleMetric(name);
  const counters = createCounters(registers, parts.requests);
  const histograms = createHistograms(registers, parts.requests);
  addGauges(registers, parts);
  return {
    request(route, given, status, seconds) {
      const method = given && methods.has(given) ? given : 'other';
      counters.requests.inc({ route, method, status });
      histograms.requests.observe({ route, method }, seconds);
    },
    error: (kind) => counters.errors.inc({ kind }),
    signup(signup, ended) {
      const outcome = ended.ok ? 'joined' : ended.code;
      const verdict = verdictOf(outcome, typeof signup.turnstileToken === 'string');
      counters.signups.inc({ outcome, source: asSource(signup.source), verdict });
    },
    upstream: (seconds) => histograms.upstream.observe(seconds),
    opened: (source) => counters.opened.inc({ source }),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}
