import { readFileSync } from 'node:fs';
import { freePort } from '../support/running-server.ts';
import { execute, inspect, isHealthy, memoryBytes, start, stop } from './engine.ts';
import { failuresUnderLoad, signUp, untilOk } from './site.ts';

export interface Finding {
  claim: string;
  isKept: boolean;
  seen: string;
}

export interface Site {
  container: string;
  origin: string;
}

const visitor = 'ada@deckwright.example';
/** Of each client. */
const rounds = 50;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** A container on a port of its own, which may not answer yet. */
export async function startsOn(image: string, volume: string): Promise<Site> {
  const port = await freePort();
  return { container: start(image, volume, port), origin: `http://127.0.0.1:${port}` };
}

/** Times are from podman's return to the first good answers. */
export async function boots({ origin }: Site): Promise<Omit<Finding, 'claim'>> {
  const page = await untilOk(`${origin}/healthz`);
  const ready = page + (await untilOk(`${origin}/readyz`));
  return { isKept: true, seen: `${seconds(page)}, ${seconds(ready)}` };
}

/** The kernel's word, not podman's: what process 1 of the container may do. */
function statusOf(container: string): Map<string, string> {
  const status = readFileSync(`/proc/${inspect(container, '.State.Pid')}/status`, 'utf8');
  return new Map(
    status.split('\n').map((line) => {
      const [name = '', value = ''] = line.split(':\t');
      return [name, value.trim()];
    }),
  );
}

/** The limit of the control group that the process is in, in bytes; either generation of groups. */
function memoryLimit(container: string): string {
  const groups = readFileSync(`/proc/${inspect(container, '.State.Pid')}/cgroup`, 'utf8');
  const [, old] = /^\d+:memory:(.*)$/m.exec(groups) ?? [];
  const [, unified] = /^0::(.*)$/m.exec(groups) ?? [];
  const file = old
    ? `/sys/fs/cgroup/memory${old}/memory.limit_in_bytes`
    : `/sys/fs/cgroup${unified}/memory.max`;
  return readFileSync(file, 'utf8').trim();
}

export function* confined(container: string): Generator<Finding> {
  const status = statusOf(container);
  const uid = status.get('Uid')?.split('\t') ?? [];
  yield { claim: 'not root', isKept: uid.every((id) => id === '1000'), seen: `uid ${uid[0]}` };
  const capabilities = `${status.get('CapEff')} ${status.get('CapBnd')}`;
  yield { claim: 'no capabilities', isKept: /^[0 ]+$/.test(capabilities), seen: capabilities };
  const command = execute(container, 'cat', '/proc/1/cmdline').said.replaceAll('\0', ' ');
  yield { claim: 'process 1 is the server', isKept: command.startsWith('node '), seen: command };
  const limit = memoryLimit(container);
  yield { claim: '160 MiB of memory', isKept: limit === String(memoryBytes), seen: limit };
  const write = execute(container, 'sh', '-c', 'echo x > /app/x || echo x > /tmp/x');
  yield { claim: 'a read-only root', isKept: /Read-only/.test(write.said), seen: write.said };
  const packages = execute(container, 'ls', 'node_modules');
  yield { claim: 'no packages beside it', isKept: packages.code !== 0, seen: packages.said };
}

/** A check that could only pass would say nothing. */
function refuses(container: string): Finding {
  const { code, said } = execute(container, 'env', 'PORT=http', 'deckwright', 'check', '--json');
  const { settings } = JSON.parse(said) as { settings: { name: string; problem?: string }[] };
  const wrong = settings.filter(({ problem }) => problem);
  const isKept = code === 1 && wrong.length === 1 && wrong[0]?.name === 'PORT';
  const seen = wrong.map(({ name, problem }) => `${name} ${problem}`).join(', ');
  return { claim: 'deckwright check refuses a bad setting', isKept, seen };
}

export async function* serves({ container, origin }: Site, round: string): AsyncGenerator<Finding> {
  yield { claim: 'healthy', isKept: isHealthy(container), seen: 'by its own HEALTHCHECK' };
  const { said: before } = execute(container, 'deckwright', 'signups', 'count', '--json');
  const { total } = JSON.parse(before) as { total: number };
  const expected = round === 'first' ? 0 : 1;
  yield { claim: 'keeps what its volume held', isKept: total === expected, seen: `${total} rows` };
  const status = await signUp(origin, visitor);
  yield { claim: 'takes a sign-up', isKept: status === 200, seen: String(status) };
  if (round === 'second') {
    const failures = await failuresUnderLoad(origin, rounds);
    const seen = `${failures} of ${64 * rounds * 2} failed`;
    yield { claim: 'serves pages and sign-ups under load', isKept: failures === 0, seen };
  }
  const check = execute(container, 'deckwright', 'check');
  const verdict = check.said.split('\n').at(-1) ?? '';
  yield { claim: 'deckwright check', isKept: check.code === 0, seen: verdict };
  yield refuses(container);
}

export function* ends(container: string): Generator<Finding> {
  const peak = statusOf(container).get('VmHWM') ?? '';
  const took = stop(container);
  const code = inspect(container, '.State.ExitCode');
  const isKilled = inspect(container, '.State.OOMKilled') === 'true';
  const seen = `exit ${code} after ${seconds(took)}, at most ${peak}`;
  yield { claim: 'SIGTERM ends it in time', isKept: code === '0' && !isKilled, seen };
}
