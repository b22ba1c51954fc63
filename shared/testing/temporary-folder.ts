import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

/** Creates a folder that is deleted after the tests of the file. @returns its path. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckwright-'));
  // A process that is ending may still write.
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
