import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { fromRoot, pageConfig, readBuildFacts } from '../../../server/config.ts';
import { locations } from '../../../shared/build-output.ts';
import { pages } from '../../../shared/pages.ts';
import type { Settings } from '../../../shared/settings/schema.ts';
import { requireSettings } from '../../environment.ts';
import { Failure } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { examples } from '../../output/text.ts';
import { localAddress } from '../../remote/local-server.ts';
import type { Session } from '../../session.ts';
import { type Entry, manifest, manifestRedirects } from './entries.ts';
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
      const heads = entries.filter((entry) => 'title' in entry);
      if (path !== undefined) {
        const data = [findEntry(entries, path)];
        return present(session, { data, ok: true, render: renderPage });
      }
      if (!check && !live) {
        const render = renderTable(manifestProblems(heads), all ?? false);
        return present(session, { data: entries, ok: true, render });
      }
      const missing = live ? await liveProblems(heads, localAddress(settings)) : unbuiltPages();
      const problems = [...manifestProblems(heads), ...missing];
      const data = { ok: problems.length === 0, pages: heads.length, problems };
      present(session, { data, ok: data.ok, render: renderProblems });
    });

/** The routes as the server with these settings and this build serves them. */
function readManifest(settings: Settings): Entry[] {
  const { shareImages } = readBuildFacts(fromRoot('.'));
  return [...manifest({ ...pageConfig(settings), shareImages }), ...manifestRedirects()];
}

function findEntry(entries: readonly Entry[], path: string) {
  const found = entries.find((entry) => entry.path === path);
  if (found) return found;
  throw new Failure('no_such_page', `no page at ${path}: it gets the 404 page`, 'See `manifest`.');
}

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
