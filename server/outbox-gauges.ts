import type { Gauge, Registry } from 'prom-client';
import type { LateOutbox } from './late-outbox.ts';

interface Options {
  Gauge: typeof Gauge;
  registers: Registry[];
  outbox: () => Pick<LateOutbox, 'state'> | null;
}

const gauges = [
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

/** What waits in the outbox. Without one the numbers are left out; so they are while it cannot be asked. */
export function addOutboxGauges({ Gauge, registers, outbox }: Options): void {
  for (const { name, help, of } of gauges) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const state = await outbox()
          ?.state()
          .catch(() => undefined);
        if (state) this.set(state[of]);
        else this.remove();
      },
    });
  }
}
