/**
 * `npm run test:simulation -- [--world NAME] [--steps NUMBER] [--seed NUMBER]`: the long form of the simulation. A
 * failure prints the options that replay it.
 */
import { parseArgs } from 'node:util';
import { endAll } from '../../shared/testing/at-end.ts';
import { simulate } from './simulate.ts';
import { type WorldName, worldNames } from './worlds.ts';

const { values } = parseArgs({
  options: {
    world: { type: 'string' },
    steps: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string' },
    replay: { type: 'string' },
  },
});

const wanted = worldNames.filter((name) => values.world === undefined || values.world === name);
if (wanted.length === 0) throw new Error(`--world must be one of ${worldNames.join(', ')}`);
try {
  for (const world of wanted) await run(world);
} finally {
  await endAll();
}

async function run(world: WorldName): Promise<void> {
  const begun = performance.now();
  const { seed, path, replay } = values;
  const steps = Number(values.steps) / wanted.length;
  const tally = await simulate({ world, seed: Number(seed), steps, path, replay });
  const seconds = (performance.now() - begun) / 1000;
  const made = [...tally.values()].reduce((sum, times) => sum + times, 0);
  console.log(`${world}: ${made} steps, seed ${seed}, ${Math.round(made / seconds)} a second`);
  console.table(Object.fromEntries([...tally].toSorted()));
}
