import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { programs, type RunningProxy, startNginx } from '../deploy/proxies.ts';
import { type Group, group as groupOf, skipped } from '../faults/fault.ts';
import { startReady } from '../faults/sqlite-server.ts';
import type { Running } from '../support/running-server.ts';
import { type ControlGroup, createControlGroup } from './control-group.ts';
import { visit } from './probe.ts';

const attacker = new URL('./attacker.ts', import.meta.url).pathname;

/** How much slower than without the attack an answer may be, in milliseconds, and how large the server. */
const slowerMs = 250;
const largestMiB = 256;

/** How long each flood lasts, and whether the time of answers counts: on a busy machine it says nothing. */
export interface Effort {
  seconds: number;
  isTimed: boolean;
}

interface World {
  server: Running;
  port: number;
  proxy: RunningProxy | null;
  folder: ReturnType<typeof createTemporaryFolder>;
  group: ControlGroup | null;
}

async function underAttack(
  name: string,
  { server, port, proxy, group }: World,
  { seconds, isTimed }: Effort,
): Promise<string> {
  const isTls = proxy !== null;
  const target = proxy?.port ?? port;
  const quiet = await visit(target, isTls, Math.min(seconds, 5));
  const parameters = [attacker, name, String(target), String(seconds), ...(isTls ? ['tls'] : [])];
  const attacking = spawn(process.execPath, parameters, { stdio: 'inherit' });
  const ended = once(attacking, 'exit');
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.memoryMiB());
  }, 100);
  const met = await visit(target, isTls, seconds);
  await ended;
  clearInterval(watch);
  const figures = `p99 ${met.p99} ms (quiet ${quiet.p99} ms), ${met.unanswered} of ${met.asked} unanswered, ${Math.round(peak)} MiB${group ? ` in a control group of ${largestMiB}` : ''}`;
  console.error(`  ${name}: ${figures}`);
  const isQuick = !isTimed || met.p99 <= quiet.p99 + slowerMs;
  const isAlive = peak <= largestMiB && server.process.exitCode === null;
  return met.unanswered === 0 && isQuick && isAlive ? expectedOf(isTimed) : figures;
}

const expectedOf = (isTimed: boolean): string =>
  `others: all answered${isTimed ? `, p99 at most ${slowerMs} ms slower` : ''}; at most ${largestMiB} MiB`;

const names = [
  'slashes',
  'pipelined',
  'endless chunks',
  'announced bodies',
  'silent connections',
] as const;

async function start(withProxy: boolean): Promise<World> {
  const folder = createTemporaryFolder();
  const group = createControlGroup(largestMiB);
  const environment = withProxy ? { TRUST_PROXY: '1' } : {};
  const server = await startReady(folder.path, environment, group?.wrapper);
  const port = Number(new URL(server.url).port);
  return { server, port, proxy: withProxy ? await startNginx([port, port]) : null, folder, group };
}

async function stop({ server, proxy, folder, group }: World): Promise<void> {
  await proxy?.stop();
  await server.stop();
  group?.remove();
  folder.remove();
}

const floodsOf = (title: string, withProxy: boolean, effort: Effort): Group =>
  groupOf(title, {
    start: async () => null,
    stop: async () => {},
    faults: names.map((name) => ({
      name: withProxy ? `${name}, through nginx` : name,
      expected: expectedOf(effort.isTimed),
      async see() {
        if (withProxy && !programs.nginx) return skipped('there is no nginx');
        const world = await start(withProxy);
        return underAttack(name, world, effort).finally(() => stop(world));
      },
    })),
  });

/** What others meet while somebody floods the server. */
export const floods = (effort: Effort): Group[] => [
  floodsOf('floods', false, effort),
  floodsOf('floods through deploy/nginx.conf', true, effort),
];
