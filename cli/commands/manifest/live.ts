import { isServerAt } from '../../remote/local-server.ts';
import { readServedPage } from '../../remote/served-head.ts';
import { Unreachable } from '../../remote/unreachable.ts';
import type { ManifestProblem } from './problems.ts';
import type { ManifestRow, PageRow, RedirectRow } from './rows.ts';

/** The fields of a row that search engines and chats read from the head of the page. */
const headFields = ['title', 'description', 'canonical', 'robots', 'image'] as const;

/** Asks for a redirect or a share image. The status is 0 if no server answers. */
async function ask(address: string): Promise<{ status: number; location: string | null }> {
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(address, { method: 'HEAD', redirect: 'manual', signal }).catch(
    () => null,
  );
  return { status: response?.status ?? 0, location: response?.headers.get('location') ?? null };
}

const unreachableAt = (status: number): string => `is unreachable: ${status}`;

async function redirectProblems(
  { path, status, location }: RedirectRow,
  server: string,
): Promise<ManifestProblem[]> {
  const answer = await ask(server + path);
  if (answer.status !== status) {
    return [{ path, field: 'status', problem: unreachableAt(answer.status) }];
  }
  if (answer.location === location) return [];
  return [{ path, field: 'location', problem: `is ${answer.location}, not ${location}` }];
}

/** Compares the page that the server sends with its row: status, head and share image. */
async function pageProblems(row: PageRow, server: string): Promise<ManifestProblem[]> {
  const { path } = row;
  const served = await readServedPage(server + (path ?? '/no-page-has-this-address')).catch(
    () => null,
  );
  if (served?.status !== row.status) {
    return [{ path, field: 'status', problem: unreachableAt(served?.status ?? 0) }];
  }
  const { pathname, search } = new URL(row.image);
  const image = await ask(server + pathname + search);
  return [
    ...headFields
      .filter((field) => served.head[field] !== row[field])
      .map((field) => ({
        path,
        field,
        problem: `is served as ${served.head[field] ?? 'nothing'}, not ${row[field] ?? 'nothing'}`,
      })),
    ...(image.status === 200
      ? []
      : [{ path, field: 'image' as const, problem: unreachableAt(image.status) }]),
  ];
}

/**
 * Returns a problem for each page, share image and redirect that the running server does not answer as the manifest says.
 * The server counts each page as one visit.
 * @param server the address of the server.
 */
export async function liveProblems(
  rows: readonly ManifestRow[],
  server: string,
): Promise<ManifestProblem[]> {
  if (!(await isServerAt(server))) {
    throw new Unreachable('no_server', `no server answers at ${server}`);
  }
  const problems = rows.map((row) =>
    'location' in row ? redirectProblems(row, server) : pageProblems(row, server),
  );
  return (await Promise.all(problems)).flat();
}
