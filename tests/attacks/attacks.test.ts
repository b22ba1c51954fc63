import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/built-server.ts';
import { attacks } from './attacks.ts';

const patienceMs = 120_000;
const groups = attacks({ seconds: 2, isTimed: false }).map((group) => ({ ...group }));

/** The short form; `npm run test:attacks` floods for longer, and looks at the clock. */
describe.skipIf(!isBuilt).each(groups)('attacks: $name', ({ faults, start, stop }) => {
  beforeAll(start, patienceMs);
  afterAll(stop, patienceMs);

  test.each([...faults])('$name: $expected', { timeout: patienceMs }, async ({ expected, see }) => {
    const seen = await see();
    expect(seen.startsWith('skipped: ') ? expected : seen).toBe(expected);
  });
});
