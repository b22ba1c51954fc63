import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { pageConfig } from '../../../server/config.ts';
import { fromRoot, readBuildFacts } from '../../../server/stores/installed-files.ts';
import { locations } from '../../../shared/build-output.ts';
import { documentOf, pages } from '../../../shared/pages.ts';
import type { Settings } from '../../../shared/settings/schema.ts';
import { requireSettings } from '../../environment.ts';
import { Failure, WrongUsage } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { examples } from '../../output/text.ts';
import { localAddress } from '../../remote/local-server.ts';
import type { Session } from '../../session.ts';
import {
  type Entry,
  type ManifestEntry,
  manifest,
  manifestRedirects,
  redirectEntry,
} from './entries.ts';
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
    .option('--all', 'list also the pages for the outcomes of a sign-up without JavaScript')
    .option('--check', 'fail on a page whose head breaks the rules, or that was not built')
    .addOption(
      new Option(
        '--live',
        'check, and compare with what the running server sends (each page counts as one visit)',
      ).implies({ check: true }),
    )
    .addHelpText('after', examples('manifest', 'manifest /upload', 'manifest --live'))
    .action(async (path: string | undefined, { all, check, live }: Options) => {
      if (all && (check || path !== undefined)) {
        throw new WrongUsage(
          '--all belongs to the list: leave out --all, or the path and the check',
        );
      }
      const settings = requireSettings(session);
      const entries = readManifest(settings);
      const chosen = path === undefined ? entries : [findEntry(entries, path)];
      if (check) return present(session, await judge(entries, chosen, live ? settings : null));
      const render =
        path === undefined
          ? renderTable(manifestProblems(headsOf(entries)), all ?? false)
          : renderPage;
      present(session, { data: chosen, ok: true, render });
    });

const headsOf = (entries: readonly Entry[]): ManifestEntry[] =>
  entries.filter((entry) => 'title' in entry);

/**
 * Judges the chosen entries by the rules and by the build, or, with settings, by the running server.
 * @param entries all entries: some rules compare a page with the others.
 */
async function judge(
  entries: readonly Entry[],
  chosen: readonly Entry[],
  settings: Settings | null,
) {
  const missing = settings ? await liveProblems(chosen, localAddress(settings)) : unbuiltPages();
  const paths = new Set(chosen.map(({ path }) => path));
  const problems = [...manifestProblems(headsOf(entries)), ...missing].filter(({ path }) =>
    paths.has(path),
  );
  const data = { ok: problems.length === 0, pages: headsOf(chosen).length, problems };
  return { data, ok: data.ok, render: renderProblems };
}

/** Returns the routes as the server serves them with these settings and this build. */
function readManifest(settings: Settings): Entry[] {
  const { shareImages } = readBuildFacts(fromRoot('.'));
  return [...manifest(pageConfig(settings, shareImages)), ...manifestRedirects()];
}

/** Returns the page or redirect at a path. Throws a Failure when the server would answer with the 404 page. */
function findEntry(entries: readonly Entry[], path: string): Entry {
  const found = entries.find((entry) => entry.path === path) ?? redirectEntry(path);
  if (found) return found;
  throw new Failure('no_such_page', `no page at ${path}: it gets the 404 page`, 'See `manifest`.');
}

/** Returns the pages that the build left out. Before the first build, returns nothing. */
function unbuiltPages(): ManifestProblem[] {
  if (!existsSync(fromRoot(locations.pages))) return [];
  return pages
    .map((page) => ({ path: page.path, file: `${locations.pages}/${documentOf(page)}.html` }))
    .filter(({ file }) => !existsSync(fromRoot(file)))
    .map(({ path, file }) => ({
      path,
      field: 'status',
      problem: `was not built: ${file} is missing`,
    }));
}
