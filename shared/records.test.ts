import { expect, test } from 'vitest';
import { inUseCode, ownerLockName, recordsSocketName } from './records.ts';

// During an upgrade an old server and a new terminal, or two servers, meet in one `DATA_DIR`. Under
// another name neither would see the other, and both would open the database.
test('the lock and the socket keep their names from version to version', () => {
  expect(ownerLockName).toBe('owner.lock');
  expect(recordsSocketName).toBe('records.sock');
});

test('a terminal of another version understands that somebody else holds the data', () => {
  expect(inUseCode).toBe('in_use');
});
