import { expect, inject, test } from 'vitest';
import { earlierFaults } from './earlier-faults.ts';
import { simulate } from './simulate.ts';
import { openWorld, worldNames } from './worlds.ts';

const seed = 1;
const steps = 40;

test.each(worldNames)(
  `the simulation of %s keeps every promise in ${steps} steps from seed ${seed}`,
  async (world) => {
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
