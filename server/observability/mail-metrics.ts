import { Counter, type Registry } from 'prom-client';
import type { MailCounts } from '../stores/mail-queue.ts';
import { addErrors, addGauge, type Build, createProcessRegister } from './process-metrics.ts';

const mailEnds = ['sent', 'refused', 'failed'] as const;

/**
 * Adds the series of the mails to a register.
 * @param counts returns null where the process sends no mails.
 * @returns the function that counts how a delivery ended.
 */
export function addMailMetrics(register: Registry, counts: () => MailCounts | null) {
  const deliveries = new Counter({
    name: 'deckwright_mails_total',
    help: 'Deliveries of mails by their end; withheld mails count as sent',
    labelNames: ['end'],
    registers: [register],
  });
  for (const end of mailEnds) deliveries.inc({ end }, 0);
  const read = (of: keyof MailCounts) => () => counts()?.[of] ?? null;
  addGauge(register, 'mails_waiting', 'Mails that wait to be sent', read('waiting'));
  const age = 'How long the oldest mail has waited';
  addGauge(register, 'mails_oldest_age_seconds', age, read('oldestSeconds'));
  const refused = 'Mails that an SMTP server refused for good';
  addGauge(register, 'mails_refused', refused, read('refused'));
  return (end: (typeof mailEnds)[number]): void => deliveries.inc({ end });
}

/** Creates the metrics of `mail run`, a process that sends mails and serves no pages. */
export function createMailMetrics(build: Build, counts: () => MailCounts | null) {
  const register = createProcessRegister(build);
  return {
    mail: addMailMetrics(register, counts),
    error: addErrors(register, ['database']),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}
