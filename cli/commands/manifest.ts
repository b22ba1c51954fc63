import { existsSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { fromRoot } from '../../server/config.ts';
import type { BuildFacts } from '../../shared/build-facts.ts';
import { locations } from '../../shared/locations.ts';
import { type ManifestEntry, manifest } from '../../shared/manifest.ts';
import {
  type ManifestProblem,
  manifestProblems,
  reachProblems,
} from '../../shared/manifest-problems.ts';
import { pages } from '../../shared/pages.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { requireSettings } from '../environment.ts';
import { Failure } from '../failure.ts';
import { difference } from '../manifest/difference.ts';
import { askReadiness, localAddress } from '../reach/local-server.ts';
import { renderDifference, renderManifest, renderProblems } from '../render/manifest.ts';
import { type JsonOption, present, type Session, withJson } from '../session.ts';

interface Options extends JsonOption {
  check?: true;
  live?: true;
  diff?: string;
}

export const manifestCommand = (session: Session): Command =>
  withJson(new Command('manifest'))
    .description('every page: path, status, and what it tells search engines and chat previews')
    .option('--check', 'fail on a page whose head breaks the rules, or that was not built')
    .option('--live', 'with --check: also ask the running server for each page and share image')
    .option('--diff <file>', 'compare with a manifest saved by --json; fail where they differ')
    .action(async (options: Options) => {
      const settings = requireSettings();
      const entries = readManifest(settings);
      if (options.diff) {
        const data = difference(readSaved(options.diff), entries);
        return present(session, options, {
          data,
          ok: data.length === 0,
          render: renderDifference,
        });
      }
      if (!options.check && !options.live) {
        return present(session, options, { data: entries, ok: true, render: renderManifest });
      }
      const problems = [
        ...manifestProblems(entries),
        ...(options.live ? await liveProblems(entries, settings) : unbuiltPages()),
      ];
      const data = { ok: problems.length === 0, pages: entries.length, problems };
      present(session, options, { data, ok: data.ok, render: renderProblems });
    });

/** The manifest as the server with these settings and this build serves it. */
export function readManifest(settings: Settings): ManifestEntry[] {
  const file = fromRoot(locations.facts);
  const facts = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as BuildFacts)
    : { shareImages: {} };
  return manifest({
    origin: settings.SITE_ORIGIN,
    contactEmail: settings.CONTACT_EMAIL,
    indexing: settings.INDEXING === 'on',
    shareImages: facts.shareImages,
  });
}

/** Pages that the build left out. Before the first build there is nothing to judge. */
export function unbuiltPages(): ManifestProblem[] {
  if (!existsSync(fromRoot(locations.pages))) return [];
  return pages
    .filter((page) => !existsSync(fromRoot(`${locations.pages}/${page.id}.html`)))
    .map(({ path, id }) => ({
      path,
      field: 'status',
      problem: `was not built: ${locations.pages}/${id}.html is missing`,
    }));
}

async function liveProblems(
  entries: readonly ManifestEntry[],
  settings: Settings,
): Promise<ManifestProblem[]> {
  const address = localAddress(settings);
  await askReadiness(address).catch(() => {
    throw new Failure('no_server', `no server answers at ${address}`, 'Start it: `npm start`.');
  });
  const ask = async (path: string) => {
    const response = await fetch(`${address}${path}`, { redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  };
  return reachProblems(entries, ask);
}

function readSaved(file: string): ManifestEntry[] {
  try {
    const saved: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(saved)) return saved as ManifestEntry[];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure('unreadable_manifest', `${file} cannot be read: ${reason}`);
  }
  throw new Failure('unreadable_manifest', `${file} is no manifest`, 'Save one with --json.');
}
