import { Counter, Histogram, type Registry } from 'prom-client';
import type { EntryOutcome } from '../../shared/entry/entry.ts';
import type { SignupEnd } from '../../shared/paths.ts';
import { asSource, defaultSource, type Source, sources } from '../../shared/signup/contract.ts';
import { type SignupOutcome, signupEndCodes } from '../../shared/signup/outcomes.ts';
import { type NetworkSize, networkSizes } from '../../shared/signup/visitor-hash.ts';
import type { DeliveryCounts } from '../stores/delivery-queue.ts';
import type { OutboxCounts } from '../stores/sqlite/outbox-counts.ts';
import { addDeliveryMetrics } from './delivery-metrics.ts';
import { addErrors, addGauge, type Build, createProcessRegister } from './process-metrics.ts';

const errorKinds = ['request', 'database', 'outbox_full', 'uncaught'] as const;

/** Requests that are counted from 0, so that Prometheus sees the first one as an increase. */
export interface KnownRequests {
  route: string;
  method: string;
  statuses: readonly number[];
}

export interface MetricsParts {
  build: Build;
  requests: readonly KnownRequests[];
  isReady(): boolean;
  /** Returns null without an outbox. */
  outboxCounts(): OutboxCounts | null;
  /** Returns null where this process delivers nothing. */
  deliveryCounts(): DeliveryCounts | null;
  /** Returns null while the time is unknown. */
  databaseMadeAt(): Date | null;
  /** `SIGNUP_KEEP_UNTIL`, the last day on which addresses are kept, as `YYYY-MM-DD`. */
  keepUntil: string | undefined;
}

/** The ends of a request about an entry that changed the entry. */
const entryEnds: readonly EntryOutcome['end'][] = ['confirmed', 'removed'];

const methods = new Set(['GET', 'HEAD', 'POST']);
const allSources = [...sources, defaultSource];
const outcomes: readonly SignupEnd[] = ['joined', ...signupEndCodes];

/** Returns the verdict of the bot check, as far as the outcome shows it. */
function verdictOf(outcome: SignupEnd, hasToken: boolean): string {
  if (outcome === 'bot_check_failed') return 'failed';
  if (outcome === 'bot_check_unavailable') return 'unavailable';
  if (!hasToken) return 'skipped';
  return outcome === 'joined' ? 'passed' : 'unknown';
}

/** Creates every series. The counters start at 0 with all values of their labels. */
function createSeries(register: Registry, known: readonly KnownRequests[]) {
  const registers = [register];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `deckwright_${name}`, help, labelNames, registers });
  const series = {
    requests: counter('http_requests_total', 'Requests answered', 'route', 'method', 'status'),
    durations: new Histogram({
      name: 'deckwright_http_request_duration_seconds',
      help: 'From the request’s headers to the end of the response',
      labelNames: ['route', 'method'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers,
    }),
    signups: counter('signups_total', 'Sign-ups by their end', 'outcome', 'source', 'verdict'),
    entryChanges: counter('entry_changes_total', 'Entries changed by their prospects', 'end'),
    dialogOpened: counter('dialog_opened_total', 'Early-access dialogs opened', 'source'),
    limited: counter(
      'signups_rate_limited_total',
      'Sign-ups over the limit by visitor, by the size of the network that stands for the visitor',
      'network',
    ),
    upstream: new Histogram({
      name: 'deckwright_upstream_duration_seconds',
      help: 'How long the function took',
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
  };
  for (const { route, method, statuses } of known) {
    series.durations.zero({ route, method });
    for (const status of statuses) series.requests.inc({ route, method, status }, 0);
  }
  for (const network of networkSizes) series.limited.inc({ network }, 0);
  for (const end of entryEnds) series.entryChanges.inc({ end }, 0);
  for (const source of allSources) {
    series.dialogOpened.inc({ source }, 0);
    series.signups.inc({ outcome: 'joined', source, verdict: 'unavailable' }, 0);
    for (const outcome of outcomes) {
      series.signups.inc({ outcome, source, verdict: verdictOf(outcome, true) }, 0);
      series.signups.inc({ outcome, source, verdict: verdictOf(outcome, false) }, 0);
    }
  }
  return series;
}

/** Adds the gauges of the server. */
function addGauges(register: Registry, parts: MetricsParts): void {
  const { isReady, outboxCounts, databaseMadeAt, keepUntil } = parts;
  const gauge = (name: string, help: string, read: () => number | null) =>
    addGauge(register, name, help, read);
  const databaseAge = (): number | null => {
    const madeAt = databaseMadeAt();
    return madeAt && Math.max(0, (Date.now() - madeAt.getTime()) / 1_000);
  };
  const outbox = (of: keyof OutboxCounts) => () => outboxCounts()?.[of] ?? null;
  gauge('backend_ready', '1 when the database takes sign-ups', () => (isReady() ? 1 : 0));
  gauge('database_age_seconds', 'Time since the database was made, new and empty', databaseAge);
  const end = keepUntil === undefined ? null : Date.parse(keepUntil) / 1_000;
  gauge('keep_until_timestamp_seconds', 'Start of the last day of SIGNUP_KEEP_UNTIL', () => end);
  gauge('outbox_depth', 'Sign-ups that wait for the function', outbox('depth'));
  gauge('outbox_oldest_age_seconds', 'How long the oldest has waited', outbox('oldestSeconds'));
  gauge('outbox_refused', 'Sign-ups set aside, to be looked at', outbox('refused'));
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of the process. They hold no address, no path of a stranger and no personal data. */
export function createMetrics(parts: MetricsParts) {
  const register = createProcessRegister(parts.build);
  const series = createSeries(register, parts.requests);
  addGauges(register, parts);
  return {
    request(route: string, given: string | undefined, status: number, seconds: number) {
      const method = given && methods.has(given) ? given : 'other';
      series.requests.inc({ route, method, status });
      series.durations.observe({ route, method }, seconds);
    },
    error: addErrors(register, errorKinds),
    signup(signup: Readonly<Record<string, unknown>>, ended: SignupOutcome) {
      const outcome = ended.ok ? 'joined' : ended.code;
      // Supabase does not report the bot check of a saved sign-up.
      const known = ended.ok ? ended.botCheck : undefined;
      const verdict = known ?? verdictOf(outcome, typeof signup.turnstileToken === 'string');
      series.signups.inc({ outcome, source: asSource(signup.source), verdict });
    },
    upstream: (seconds: number) => series.upstream.observe(seconds),
    rateLimited: (network: NetworkSize) => series.limited.inc({ network }),
    delivery: addDeliveryMetrics(register, parts.deliveryCounts),
    /** Counts how a request about an entry ended, when it changed the entry. */
    entry(end: EntryOutcome['end']) {
      if (entryEnds.some((known) => known === end)) series.entryChanges.inc({ end });
    },
    dialogOpened: (source: Source) => series.dialogOpened.inc({ source }),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}
