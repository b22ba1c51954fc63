import { signUp } from '../faults/observe.ts';
import { startReady } from '../faults/sqlite-server.ts';
import type { Running } from '../support/running-server.ts';

export interface Watched extends Running {
  /** Lines of the log that say a fault of ours, so far, and everything on standard error. */
  complaints(): string[];
}

const isFault = (line: string): boolean => /"level":(50|60)/.test(line);

/** The built server over a database of its own, with its log read. */
export async function startWatched(directory: string): Promise<Watched> {
  const server = await startReady(directory);
  const complaints: string[] = [];
  let rest = '';
  server.process.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    complaints.push(...lines.filter(isFault));
  });
  server.process.stderr.on('data', (chunk: Buffer) => complaints.push(String(chunk)));
  return { ...server, complaints: () => complaints };
}

/** What is not as it was before; nothing where all is well. */
export async function healthProblems(server: Watched): Promise<string[]> {
  if (server.process.exitCode !== null || server.process.signalCode !== null) {
    return ['the server has ended'];
  }
  const problems = server.complaints().map((line) => `the log says ${line.slice(0, 300)}`);
  for (const path of ['/', '/upload', '/healthz', '/readyz']) {
    const { status } = await fetch(server.url + path);
    if (status !== 200) problems.push(`${path} answers ${status} afterwards`);
  }
  const { response } = await signUp(server.url);
  if (response.status !== 200) problems.push(`a sign-up ends with ${response.status} afterwards`);
  return problems;
}
