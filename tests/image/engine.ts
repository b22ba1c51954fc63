import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** Runs to its end, its progress on our standard error. Throws where it fails. @returns what it printed. */
export const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** Away from the project: a container that runs out of memory leaves a file where podman was called. */
const podman = (...args: string[]): string =>
  execFileSync('podman', args, {
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();

/** A machine without systemd: groups are made by podman itself, health is asked for by us. */
const plain = ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc', '--log-level', 'fatal'];

export interface Image {
  name: string;
  /** What it adds to its base. */
  addedBytes: number;
}

/**
 * Builds the Dockerfile on this base. Isolated by chroot, which needs no runtime; in Docker's format,
 * because the other one knows no health check.
 */
export function buildImage(name: string, base: string): Image {
  const flags = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--quiet'];
  run('buildah', ['build', ...flags, '--build-arg', `BASE=${base}`, '--tag', name, '.']);
  const sizeOf = (image: string) =>
    Number(podman('image', 'inspect', image, '--format', '{{.Size}}'));
  return { name, addedBytes: sizeOf(name) - sizeOf(base) };
}

/** The least that pages and sign-ups need. */
export const memoryBytes = 160 * 2 ** 20;

/** What the image is held to; the one place to write to is the volume. */
const confinement = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  `--memory=${memoryBytes}`,
  // The default asks for more than a confined machine may give.
  '--ulimit=nofile=4096:4096',
  '--ulimit=nproc=4096:4096',
];

/** Starts the site on this port of this machine. @returns the container's id. */
export function start(image: string, volume: string, port: number): string {
  const settings = [
    'HOST=127.0.0.1',
    `PORT=${port}`,
    'METRICS_TOKEN=a-token-of-16-characters',
    'SIGNUP_LIMIT_PER_VISITOR_HOUR=1000000',
  ];
  const env = settings.flatMap((setting) => ['--env', setting]);
  const flags = ['--detach', '--network=host', '--health-interval=disable', ...confinement, ...env];
  return podman(...plain, 'run', ...flags, '--volume', `${volume}:/data`, image);
}

/** Asks the container itself to do something. @returns its exit code and what it printed. */
export function execute(container: string, ...command: string[]) {
  const { status, stdout, stderr } = spawnSync(
    'podman',
    [...plain, 'exec', container, ...command],
    { encoding: 'utf8' },
  );
  return { code: status, said: `${stdout}${stderr}`.trim() };
}

export const inspect = (container: string, field: string): string =>
  podman('container', 'inspect', container, '--format', `{{${field}}}`);

/** Runs the image's own HEALTHCHECK once. */
export const isHealthy = (container: string): boolean =>
  spawnSync('podman', [...plain, 'healthcheck', 'run', container]).status === 0;

/** SIGTERM, and SIGKILL after 25 s. @returns milliseconds until it had ended. */
export function stop(container: string): number {
  const began = performance.now();
  podman(...plain, 'stop', '--time', '25', container);
  return performance.now() - began;
}

export const logOf = (container: string): string => podman('logs', container);
export const remove = (container: string): string =>
  podman(...plain, 'rm', '--force', '--time', '0', container);
export const createVolume = (): string => podman('volume', 'create');
export const removeVolume = (volume: string): string => podman('volume', 'rm', volume);
