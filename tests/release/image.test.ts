import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp as signUpFromNewAddress } from '../attacks/probe.ts';
import { ready } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { findProgram } from '../support/programs.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

/** A base image other than Docker Hub’s, for example the one that `tests/release/make-base` makes. */
const base = process.env.IMAGE_BASE ?? 'localhost/deckwright-base:24';
/** The most bytes that the image may add to its base. */
const mostAdded = 20e6;
/** The settings that pages and sign-ups need at least. */
const memoryBytes = 160 * 2 ** 20;
const name = 'localhost/deckwright:test';

/** On a machine without systemd podman itself makes the control groups, and this test checks the health. */
const plain = ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc', '--log-level', 'fatal'];
/** Runs podman outside of the project, because a container that runs out of memory leaves a file in podman’s folder. */
const podman = (...words: string[]): string =>
  execFileSync('podman', words, { cwd: tmpdir(), encoding: 'utf8', stdio: 'pipe' }).trim();
const hasBase = () => spawnSync('podman', ['image', 'exists', base]).status === 0;
const canRun = findProgram('podman') && findProgram('buildah') && hasBase();

/** The limits of the container. It can write to the volume only. */
const confinement = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  `--memory=${memoryBytes}`,
  // A confined machine may refuse the default.
  '--ulimit=nofile=4096:4096',
  '--ulimit=nproc=4096:4096',
];

let volume: string;
let container: string;
let url: string;

async function startContainer(): Promise<void> {
  const port = await freePort();
  const settings = ['HOST=127.0.0.1', `PORT=${port}`, 'SIGNUP_LIMIT_PER_VISITOR_HOUR=1000000'];
  const env = settings.flatMap((setting) => ['--env', setting]);
  const flags = ['--detach', '--network=host', '--health-interval=disable', ...confinement, ...env];
  container = podman(...plain, 'run', ...flags, '--volume', `${volume}:/data`, name);
  url = `http://127.0.0.1:${port}`;
  await ready({ url });
}

const inspect = (field: string): string =>
  podman('container', 'inspect', container, '--format', `{{${field}}}`);

/** Runs a command in the container. */
function execute(...command: string[]) {
  const words = [...plain, 'exec', container, ...command];
  const { status, stdout, stderr } = spawnSync('podman', words, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
}

describe.runIf(canRun)(`the image (needs podman, buildah and ${base})`, () => {
  beforeAll(async () => {
    const flags = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--quiet'];
    const words = ['build', ...flags, '--build-arg', `BASE=${base}`, '--tag', name, '.'];
    execFileSync('buildah', words, { stdio: ['ignore', 'ignore', 'inherit'] });
    volume = podman('volume', 'create');
    await startContainer();
  }, 600_000);
  afterAll(() => {
    podman(...plain, 'rm', '--force', '--time', '0', container);
    podman('volume', 'rm', volume);
  });

  test('adds at most 20 MB to its base', () => {
    const size = (image: string) =>
      Number(podman('image', 'inspect', image, '--format', '{{.Size}}'));
    expect(size(name) - size(base)).toBeLessThanOrEqual(mostAdded);
  });

  test('runs the server as process 1, as no root, without a capability', () => {
    const { said: status } = execute('cat', '/proc/1/status');
    expect(execute('cat', '/proc/1/cmdline').said).toMatch(/^node\0/);
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
    expect(status).toMatch(/^CapEff:\t0+\nCapBnd:\t0+$/m);
  });

  test('has a read-only root without packages', () => {
    expect(execute('sh', '-c', 'echo x > /app/x || echo x > /tmp/x').said).toContain('Read-only');
    expect(execute('ls', 'node_modules').status).not.toBe(0);
  });

  test('is healthy by its own check also with an outgoing proxy, and its terminal judges the settings', () => {
    expect(podman(...plain, 'healthcheck', 'run', container)).toBe('');
    const format = '{{json .Config.Healthcheck.Test}}';
    const [, ...check] = JSON.parse(podman('container', 'inspect', container, '--format', format));
    // Nothing listens on port 2.
    const proxy = ['NODE_USE_ENV_PROXY=1', 'HTTP_PROXY=http://127.0.0.1:2'];
    expect(execute('env', ...proxy, ...check).status).toBe(0);
    expect(execute('deckwright', 'check').status).toBe(0);
    const refused = execute('env', 'PORT=http', 'deckwright', 'check', '--json');
    expect(refused.status).toBe(1);
    expect(refused.said).toContain('is not a whole number');
  });

  test('serves pages and sign-ups to 64 clients at once', async () => {
    const statuses = new Set<number>();
    const port = Number(new URL(url).port);
    const client = async () => {
      for (let round = 0; round < 50; round += 1) {
        // Each prospect has an address, because one visitor has at most 20 sign-ups under way.
        statuses.add((await fetch(url)).status).add(await signUpFromNewAddress(port, false));
      }
    };
    await Promise.all(Array.from({ length: 64 }, client));
    expect(statuses).toEqual(new Set([200]));
  });

  test('ends in time on SIGTERM, and another keeps what the volume holds', async () => {
    expect(await signUp(url, goodSignup('ada@deckwright.example'))).toBe(200);
    podman(...plain, 'stop', '--time', '25', container);
    expect([inspect('.State.ExitCode'), inspect('.State.OOMKilled')]).toEqual(['0', 'false']);
    podman(...plain, 'rm', container);
    await startContainer();
    expect(execute('deckwright', 'signups', 'list').said).toContain('ada@deckwright.example');
  });
});
