import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { programs, startNginx } from '../deploy/proxies.ts';
import { memoryMiB, startNode, startReady } from '../support/built-server.ts';
import { isRelease } from '../support/release.ts';
import { createControlGroup } from './control-group.ts';
import { visit } from './probe.ts';

const attacker = join(import.meta.dirname, 'attacker.ts');
const names = ['slashes', 'pipelined', 'endless chunks', 'announced bodies', 'silent connections'];

/** How large the server may become, in MiB. */
const largest = 256;
/** How long each flood lasts, and how much slower than before it an answer may be; else only that it comes counts. */
const { seconds, slowerMs } = isRelease
  ? { seconds: 20, slowerMs: 250 }
  : { seconds: 1, slowerMs: Number.POSITIVE_INFINITY };

/** The server in a control group where one can be made, and in front of it nginx or nothing. */
async function startSite(isProxied: boolean) {
  const group = createControlGroup(largest);
  const environment = isProxied ? { TRUST_PROXY: '1' } : {};
  const server = await startReady(temporaryFolder(), environment, group?.wrapper);
  const port = Number(new URL(server.url).port);
  const proxy = isProxied ? await startNginx([port, port]) : null;
  onTestFinished(async () => {
    await server.stop();
    group?.remove();
  });
  return { server, port: proxy?.port ?? port };
}

const cases = names.flatMap((name) => [
  { name, title: name, isProxied: false },
  ...(isRelease ? [{ name, title: `${name}, through nginx (needs nginx)`, isProxied: true }] : []),
]);

test.for(cases)(
  'others are answered in a flood: $title',
  async ({ name, isProxied }, { annotate, skip }) => {
    if (isProxied && !programs.nginx) skip();
    const { server, port } = await startSite(isProxied);
    const quiet = await visit(port, isProxied, seconds / 4);
    const parameters = [attacker, name, String(port), String(seconds), isProxied ? 'tls' : 'tcp'];
    const attack = startNode(parameters, {});
    const met = await visit(port, isProxied, seconds);
    const { code, err } = await attack.ended;
    const peak = memoryMiB(server, 'VmHWM');
    const times = `p99 ${met.p99} ms (before: ${quiet.p99})`;
    await annotate(`${met.unanswered} unanswered, ${times}, at most ${Math.round(peak)} MiB`);
    expect(code, err).toBe(0);
    expect(met.unanswered).toBe(0);
    expect(met.p99).toBeLessThanOrEqual(quiet.p99 + slowerMs);
    expect(peak).toBeLessThanOrEqual(largest);
    expect(server.child.exitCode).toBeNull();
  },
);
