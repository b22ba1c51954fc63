import { isServerAt } from '../../remote/local-server.ts';
import { Unreachable } from '../../remote/unreachable.ts';
import type { Entry } from './entries.ts';
import type { ManifestProblem } from './problems.ts';

interface Answer {
  /** 0 if no server answers. */
  status: number;
  location: string | null;
}

/** Asks by HEAD, because the server counts a GET of a page as a visit. */
async function ask(address: string): Promise<Answer> {
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(address, { method: 'HEAD', redirect: 'manual', signal }).catch(
    () => null,
  );
  return { status: response?.status ?? 0, location: response?.headers.get('location') ?? null };
}

/**
 * Returns a problem for each page, share image and redirect that the running server does not answer as the manifest says.
 * @param server the address of the server.
 */
export async function liveProblems(
  entries: readonly Entry[],
  server: string,
): Promise<ManifestProblem[]> {
  if (!(await isServerAt(server))) {
    throw new Unreachable('no_server', `no server answers at ${server}`);
  }
  const judge = async (
    field: ManifestProblem['field'],
    { path }: Entry,
    address: string,
    wanted: number,
    location: string | null = null,
  ): Promise<ManifestProblem[]> => {
    const answer = await ask(server + address);
    if (answer.status !== wanted) {
      return [{ path, field, problem: `is unreachable: ${answer.status}` }];
    }
    if (answer.location === location) return [];
    return [{ path, field: 'location', problem: `is ${answer.location}, not ${location}` }];
  };
  const problems = entries.flatMap((entry) => {
    if ('location' in entry) {
      return [judge('status', entry, entry.path, entry.status, entry.location)];
    }
    const { pathname, search } = new URL(entry.image);
    return [
      judge('status', entry, entry.path ?? '/no-page-has-this-address', entry.status),
      judge('image', entry, pathname + search, 200),
    ];
  });
  return (await Promise.all(problems)).flat();
}
