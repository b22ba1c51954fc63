import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/built-server.ts';
import { quickGroups } from './groups.ts';

const rounds = 10;
const patienceMs = 180_000;

/** The quick ones; `npm run test:faults` makes them all, and kills more often. */
describe.skipIf(!isBuilt).each(quickGroups(rounds).map((group) => ({ ...group })))(
  '$name',
  ({ faults, start, stop }) => {
    beforeAll(start, patienceMs);
    afterAll(stop, patienceMs);

    test.each([...faults])(
      '$name: $expected',
      { timeout: patienceMs },
      async ({ expected, see }) => {
        expect(await see()).toBe(expected);
      },
    );
  },
);
