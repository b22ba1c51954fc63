import { onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';

/** A folder for as long as the test runs that asks for it. @returns its path. */
export function temporaryFolder(): string {
  const { path, remove } = createTemporaryFolder();
  onTestFinished(remove);
  return path;
}
