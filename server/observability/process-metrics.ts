import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Which build a process runs. */
export interface Build {
  version: string;
  revision: string;
}

/** Creates a register with what every process reports: memory, event loop and build. */
export function createProcessRegister(build: Build): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  // These gauges have names that only counters may have (`promtool check metrics`).
  for (const what of ['handles', 'requests', 'resources']) {
    register.removeSingleMetric(`nodejs_active_${what}_total`);
  }
  new Gauge({
    name: 'deckwright_build_info',
    help: 'Always 1; the labels say which build runs',
    labelNames: ['version', 'revision'],
    registers: [register],
  }).set({ ...build }, 1);
  return register;
}

/** Adds a gauge that reads a value which is known already. The gauge is left out while the value is null. */
export function addGauge(
  register: Registry,
  name: string,
  help: string,
  read: () => number | null,
): void {
  new Gauge({
    name: `deckwright_${name}`,
    help,
    registers: [register],
    collect() {
      const value = read();
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

/** Adds the counter of faults. Each kind starts at 0. @returns the function that counts a fault. */
export function addErrors<Kind extends string>(register: Registry, kinds: readonly Kind[]) {
  const errors = new Counter({
    name: 'deckwright_errors_total',
    help: 'Faults of ours, by where they surfaced',
    labelNames: ['kind'],
    registers: [register],
  });
  for (const kind of kinds) errors.inc({ kind }, 0);
  return (kind: Kind): void => errors.inc({ kind });
}
