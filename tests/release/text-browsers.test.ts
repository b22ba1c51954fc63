import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { startPages } from '../support/built-server.ts';
import { findProgram } from '../support/programs.ts';

const browsers = ['lynx', 'w3m', 'elinks'].map((name) => ({ name, program: findProgram(name) }));

let url: string;
if (browsers.some(({ program }) => program)) {
  beforeAll(async () => {
    url = (await startPages()).url;
  });
}

for (const { name, program } of browsers) {
  test.runIf(program).each([
    ['/contact', /Contact Us/],
    ['/upload/', /Upload Flow Coming Next/],
  ])(`${name} reaches the page behind the redirect of %s (needs ${name})`, async (path, words) => {
    const { stdout } = await promisify(execFile)(program ?? '', ['-dump', `${url}${path}`]);
    expect(stdout).toMatch(words);
  });
}
