import { existsSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { fromRoot } from '../../../server/config.ts';
import type { BuildFacts } from '../../../shared/locations.ts';
import { locations } from '../../../shared/locations.ts';
import { pages } from '../../../shared/pages.ts';
import type { Settings } from '../../../shared/settings/schema.ts';
import { requireSettings } from '../../environment.ts';
import { Failure } from '../../failure.ts';
import { examples } from '../../output/examples.ts';
import { present, type Session } from '../../session.ts';
import { type Entry, type ManifestEntry, manifest, manifestRedirects } from './entries.ts';
import { liveProblems } from './live.ts';
import { type ManifestProblem, manifestProblems } from './problems.ts';
import { renderPage, renderProblems, renderTable } from './render.ts';

interface Options {
  all?: true;
  check?: true;
  live?: true;
}

export const manifestCommand = (session: Session): Command =>
  new Command('manifest')
    .description('Show the routes, and what each page tells search engines and chat previews')
    .argument('[path]', 'show one page whole')
    .option('--all', 'list the pages that tell how a sign-up without JavaScript went, too')
    .option('--check', 'fail on a page whose head breaks the rules, or that was not built')
    .option('--live', 'with --check: also ask the running server for each page and share image')
    .addHelpText('after', examples('manifest', 'manifest /upload', 'manifest --check --live'))
    .action(async (path: string | undefined, { all, check, live }: Options) => {
      const settings = requireSettings(session);
      const entries = readManifest(settings);
      if (path !== undefined) {
        const data = [findEntry(entries, path)];
        return present(session, { data, ok: true, render: renderPage });
      }
      if (!check && !live) {
        const render = renderTable(manifestProblems(entries.filter(isPage)), all ?? false);
        return present(session, { data: entries, ok: true, render });
      }
      const problems = await findProblems(entries.filter(isPage), live ? settings : null);
      const data = { ok: problems.length === 0, pages: entries.filter(isPage).length, problems };
      present(session, { data, ok: data.ok, render: renderProblems });
    });

const isPage = (entry: Entry): entry is ManifestEntry => 'title' in entry;

/** The routes as the server with these settings and this build serves them. */
function readManifest(settings: Settings): Entry[] {
  const file = fromRoot(locations.facts);
  const facts = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as BuildFacts)
    : { shareImages: {} };
  const config = {
    origin: settings.SITE_ORIGIN,
    contactEmail: settings.CONTACT_EMAIL,
    indexing: settings.INDEXING === 'on',
    shareImages: facts.shareImages,
  };
  return [...manifest(config), ...manifestRedirects()];
}

function findEntry(entries: readonly Entry[], path: string) {
  const found = entries.find((entry) => entry.path === path);
  if (found) return found;
  throw new Failure('no_such_page', `no page at ${path}: it gets the 404 page`, 'See `manifest`.');
}

/** Breaches of the rules, and pages that are missing: at the running server, or in the build. */
const findProblems = async (
  entries: readonly ManifestEntry[],
  server: Settings | null,
): Promise<ManifestProblem[]> => [
  ...manifestProblems(entries),
  ...(server ? await liveProblems(entries, server) : unbuiltPages()),
];

/** Pages that the build left out. Before the first build there is nothing to judge. */
function unbuiltPages(): ManifestProblem[] {
  if (!existsSync(fromRoot(locations.pages))) return [];
  return pages
    .filter((page) => !existsSync(fromRoot(`${locations.pages}/${page.id}.html`)))
    .map(({ path, id }) => ({
      path,
      field: 'status',
      problem: `was not built: ${locations.pages}/${id}.html is missing`,
    }));
}
