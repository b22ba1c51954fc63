import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findProgram, isExecutable } from '../support/programs.ts';

/** W3C’s own checker. Its package would download a Java where there is none; a test should not. */
const checker = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));

interface Message {
  url: string;
  type: 'error' | 'info' | 'non-document-error';
  message: string;
  extract?: string;
  lastLine?: number;
}

/** Where a Java is: in `JAVA_HOME` or on the PATH. */
export function findJava(): string | undefined {
  const { JAVA_HOME } = process.env;
  const own = JAVA_HOME && join(JAVA_HOME, 'bin/java');
  return own && isExecutable(own) ? own : findProgram('java');
}

/**
 * Checks every document in one start of Java.
 * @param documents HTML by name; a name becomes a file’s, so it may hold letters, digits, `-` and `_`
 * @returns what the checker says, notes included, by document; throws where it could not check
 */
export async function check(
  java: string,
  documents: Map<string, string>,
): Promise<Map<string, string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'deckwright-html-'));
  try {
    const names = [...documents.keys()];
    const files = names.map((name) => join(folder, `${name}.html`));
    files.forEach((file, index) => {
      writeFileSync(file, documents.get(names[index] ?? '') ?? '');
    });
    const options = ['--format', 'json', '--stdout', '--exit-zero-always'];
    const child = spawn(java, ['-jar', checker, ...options, ...files]);
    const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (!output) throw new Error(`The HTML checker said nothing: ${complaint}`);
    const { messages } = JSON.parse(output) as { messages: Message[] };
    const said = new Map(names.map((name) => [name, [] as string[]]));
    for (const { url, type, lastLine, message, extract = '' } of messages) {
      const index = files.findIndex(
        (file) => pathToFileURL(file).href === url.replace(/^file:\/(?!\/)/, 'file:///'),
      );
      const list = said.get(names[index] ?? '');
      if (!list) throw new Error(`The HTML checker spoke of ${url}: ${message}`);
      list.push(`${type}, line ${lastLine}: ${message} ${extract.trim()}`);
    }
    return said;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
