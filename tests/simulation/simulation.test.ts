import { expect, inject, test } from 'vitest';
import { earlierFaults } from './earlier-faults.ts';
import { simulate } from './simulate.ts';
import { openWorld, worldNames } from './worlds.ts';

/** Seeds of every run, and a new one for each day. */
const seeds = [1, Math.floor(Date.now() / 86_400_000)];
const steps = 100;

test.each(worldNames.flatMap((world) => seeds.map((seed) => ({ world, seed }))))(
  'the simulation of $world keeps every promise, from seed $seed',
  async ({ world, seed }) => {
    const tally = await simulate({ world, seed, steps, postgresPort: inject('postgresPort') });
    expect(tally.size).toBeGreaterThan(5);
  },
);

test.each(earlierFaults)('%s', async (_title, name, play) => {
  const world = await openWorld(name, inject('postgresPort'));
  try {
    await expect(play(world).then(() => world.checkAll())).resolves.toBeUndefined();
  } finally {
    await world.close();
  }
});
