import fc from 'fast-check';
import { sequences, type Tally } from './commands.ts';
import { openWorld, type WorldName } from './worlds.ts';

/** The most commands of one run. Each run begins with an empty world. */
const mostCommands = 60;

export interface Options {
  world: WorldName;
  seed: number;
  /** The least number of commands to run. */
  steps: number;
  /** Where fast-check found the failure: replays that sequence alone. */
  path?: string | undefined;
  replay?: string | undefined;
  /** Port of a PostgreSQL that runs already. Without it, the PostgreSQL world starts one. */
  postgresPort?: number;
}

const stepsOf = (tally: Tally): number =>
  [...tally.values()].reduce((sum, times) => sum + times, 0);

const replayCommand = (world: WorldName, seed: number, path: string, replay: string): string =>
  `npm run test:simulation -- --world ${world} --seed ${seed} --path ${path} --replay ${replay}`;

/**
 * Runs sequences of commands until so many commands were run. Throws at the first sequence that breaks a promise, with
 * the shortest sequence that does and with the command that replays it.
 * @returns what was run, and how often.
 */
export async function simulate({
  world: name,
  seed,
  steps,
  path,
  replay,
  postgresPort,
}: Options): Promise<Tally> {
  const tally: Tally = new Map();
  /** Commands until the first failure. Those after it look for a shorter sequence. */
  let found: number | undefined;
  for (let at = seed; stepsOf(tally) < steps; at += 1) {
    const property = fc.asyncProperty(
      sequences(name, tally, mostCommands, replay),
      async (commands) => {
        const world = await openWorld(name, postgresPort);
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
          await world.checkAll();
        } catch (error) {
          found ??= stepsOf(tally) + 1;
          throw error;
        } finally {
          await world.close();
        }
      },
    );
    const options = path === undefined ? { numRuns: 1 } : { path, endOnFailure: true, numRuns: 1 };
    const result = await fc.check(property, { seed: at, ...options });
    if (result.failed) {
      const sequence = String(result.counterexample?.[0] ?? '');
      const [, replayed = ''] = /replayPath="(.*?)"/.exec(sequence) ?? [];
      const why = result.errorInstance;
      throw new Error(
        [
          `The simulation of ${name} failed after ${found} steps: ${why instanceof Error ? why.message : why}`,
          `The shortest sequence: ${sequence}`,
          `Replay: ${replayCommand(name, at, result.counterexamplePath ?? '', replayed)}`,
        ].join('\n'),
        { cause: why },
      );
    }
    if (path !== undefined) break;
  }
  return tally;
}
