import { isServerAt } from '../../remote/local-server.ts';
import { Unreachable } from '../../remote/unreachable.ts';
import type { ManifestEntry } from './entries.ts';
import type { ManifestProblem } from './problems.ts';

/** 0: nothing answers. */
async function statusAt(address: string): Promise<number> {
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(address, { redirect: 'manual', signal }).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? 0;
}

/**
 * Pages and share images that the running server does not answer as the manifest says.
 * @param server its address.
 */
export async function liveProblems(
  entries: readonly ManifestEntry[],
  server: string,
): Promise<ManifestProblem[]> {
  if (!(await isServerAt(server))) {
    throw new Unreachable('no_server', `no server answers at ${server}`);
  }
  const judge = async (
    field: ManifestProblem['field'],
    { path }: ManifestEntry,
    address: string,
    wanted: number,
  ): Promise<ManifestProblem[]> => {
    const answered = await statusAt(server + address);
    return answered === wanted ? [] : [{ path, field, problem: `is unreachable: ${answered}` }];
  };
  const problems = entries.flatMap((entry) => {
    const { pathname, search } = new URL(entry.image);
    return [
      judge('status', entry, entry.path ?? '/no-page-has-this-address', entry.status),
      judge('image', entry, pathname + search, 200),
    ];
  });
  return (await Promise.all(problems)).flat();
}
