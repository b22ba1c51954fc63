import type { Settings } from '../../../shared/settings/schema.ts';
import { Unreachable } from '../../reach/causes.ts';
import { isServerAt, localAddress } from '../../reach/local-server.ts';
import type { ManifestEntry } from './entries.ts';
import { type ManifestProblem, reachProblems } from './problems.ts';

/** Pages and share images that the running server does not answer as the manifest says. */
export async function liveProblems(
  entries: readonly ManifestEntry[],
  settings: Settings,
): Promise<ManifestProblem[]> {
  const address = localAddress(settings);
  if (!(await isServerAt(address))) {
    throw new Unreachable('no_server', `no server answers at ${address}`);
  }
  return reachProblems(entries, async (path) => {
    const response = await fetch(`${address}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return response.status;
  });
}
