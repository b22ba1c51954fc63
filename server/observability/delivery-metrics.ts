import { Counter, type Registry } from 'prom-client';
import type { DeliveryCounts, Lane, LaneCounts } from '../stores/delivery-queue.ts';
import { addErrors, addGauge, type Build, createProcessRegister } from './process-metrics.ts';

/** The ends of a try that the metrics count. */
const countedEnds = ['sent', 'refused', 'failed', 'held'] as const;
export type CountedEnd = (typeof countedEnds)[number];

const gauges: Record<keyof LaneCounts, [name: string, help: string]> = {
  waiting: ['waiting', 'that wait to be sent'],
  oldestSeconds: ['oldest_age_seconds', 'of which the oldest has waited so long'],
  refused: ['refused', 'that were given up in the last 30 days'],
  held: ['held', 'that wait because the receiver takes nothing of this site'],
};

/** Adds the series of one lane. @returns the function that counts how a try ended. */
function addLane(register: Registry, lane: Lane, counts: () => DeliveryCounts | null) {
  const tries = new Counter({
    name: `deckwright_${lane}_total`,
    help: `Tries to send ${lane} by their end`,
    labelNames: ['end'],
    registers: [register],
  });
  for (const end of countedEnds) tries.inc({ end }, 0);
  const what = lane === 'mails' ? 'Mails' : 'Events';
  for (const [of, [name, help]] of Object.entries(gauges)) {
    const read = () => counts()?.[lane][of as keyof LaneCounts] ?? null;
    addGauge(register, `${lane}_${name}`, `${what} ${help}`, read);
  }
  return (end: CountedEnd): void => tries.inc({ end });
}

/**
 * Adds the series of the deliveries to a register.
 * @param counts returns null where the process delivers nothing.
 * @returns the function that counts how a try ended.
 */
export function addDeliveryMetrics(register: Registry, counts: () => DeliveryCounts | null) {
  const lanes = {
    mails: addLane(register, 'mails', counts),
    events: addLane(register, 'events', counts),
  };
  return (lane: Lane, end: CountedEnd): void => lanes[lane](end);
}

/** Creates the metrics of `deliver run`, a process that delivers and serves no pages. */
export function createDeliveryMetrics(build: Build, counts: () => DeliveryCounts | null) {
  const register = createProcessRegister(build);
  return {
    delivery: addDeliveryMetrics(register, counts),
    error: addErrors(register, ['database']),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}
