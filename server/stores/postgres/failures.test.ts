import { expect, test } from 'vitest';
import { isStatementError } from './failures.ts';

test('a failed statement keeps its session, also where the database speaks German, and an error of the session does not', () => {
  const german = { severity: 'FEHLER', code: '23505' };
  const stopped = { severity: 'FATAL', code: '57P01' };
  const readOnly = { severity: 'ERROR', code: '25006' };
  const network = { code: 'ECONNRESET' };
  expect([german, stopped, readOnly, network].map(isStatementError)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
