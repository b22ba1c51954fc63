import { Command } from 'commander';
import { requireSettings } from '../environment.ts';
import { runCanary } from '../ping/canary.ts';
import { createProbe, type Probe } from '../ping/probe.ts';
import type { PingReport } from '../ping/report.ts';
import { summarise } from '../ping/timings.ts';
import { causes, Unreachable } from '../reach/causes.ts';
import { renderPing } from '../render/ping.ts';
import { type JsonOption, present, type Session, withJson } from '../session.ts';
import { wholeNumber } from '../whole-number.ts';

interface Options extends JsonOption {
  count: number;
  canary?: true;
}

export const pingCommand = (session: Session): Command =>
  withJson(new Command('ping'))
    .description('the function: reached or not, why not, and how fast')
    .option('--count <times>', 'ask so often', wholeNumber, 5)
    .option('--canary', 'also make a whole sign-up with a marked address, and remove it')
    .action(async (options: Options) => {
      const settings = requireSettings();
      const reached = await createProbe(settings).then((probe) => ping(probe, options.count));
      const canary = options.canary ? await runCanary(settings) : undefined;
      const data: PingReport = {
        ...reached,
        ok: reached.ok && (canary?.ok ?? true),
        ...(canary ? { canary } : {}),
      };
      present(session, options, { data, ok: data.ok, render: renderPing });
    });

/** Asks so often, one after the other; stops at the first failure and says its cause. */
export async function ping(probe: Probe, count: number): Promise<PingReport> {
  const { backend, target } = probe;
  const samples: number[] = [];
  const timed = async (attempt: () => Promise<void>) => {
    const start = performance.now();
    await attempt().finally(() => samples.push(performance.now() - start));
  };
  try {
    await timed(probe.prepare);
    samples.pop();
    for (let round = 0; round < count; round += 1) await timed(probe.attempt);
    return { ok: true, backend, target, ms: summarise(samples) };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const { reason: cause, message: detail } = error;
    return {
      ok: false,
      backend,
      target,
      cause,
      detail,
      remedy: causes[cause],
      ms: summarise(samples),
    };
  } finally {
    await probe.close();
  }
}
