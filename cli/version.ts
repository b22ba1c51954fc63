import { readFileSync } from 'node:fs';
import { fromRoot } from '../server/config.ts';

/** The version in package.json. */
export function version(): string {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
