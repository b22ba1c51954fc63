import { expect, test } from 'vitest';
import { cspReportsGroup, cspReportsPath } from './csp-reports.ts';

test('the policy’s reports go to an address under /api/, where nothing is cached or indexed', () => {
  expect(cspReportsPath).toMatch(/^\/api\/[a-z-]+$/);
});

// `Reporting-Endpoints` is a dictionary of structured fields: a browser drops the whole header otherwise.
test('its name is a key as the header wants it', () => {
  expect(cspReportsGroup).toMatch(/^[a-z*][a-z0-9_.*-]*$/);
});
