import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/built-server.ts';
import { allGroups } from './groups.ts';

const rounds = 10;
const patienceMs = 180_000;

/** The faults in their short form; `npm run test:faults` kills more often. */
describe.skipIf(!isBuilt).each(allGroups(rounds).map((group) => ({ ...group })))(
  '$name',
  ({ faults, start, stop }) => {
    beforeAll(start, patienceMs);
    afterAll(stop, patienceMs);

    test.each([...faults])(
      '$name: $expected',
      async ({ expected, see }) => {
        expect(await see()).toBe(expected);
      },
      patienceMs,
    );
  },
);
