import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

/** A folder that is gone when the tests of the file are over. @returns its path. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckwright-'));
  // What was just ended may still write.
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
