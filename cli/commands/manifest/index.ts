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
import { liveProblems } from './live.ts';
import { type ManifestProblem, manifestProblems } from './problems.ts';
import { renderPage, renderProblems, renderTable } from './render.ts';
import {
  type ManifestRow,
  manifest,
  manifestRedirects,
  type PageRow,
  redirectRow,
} from './rows.ts';

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
      const rows = readManifest(settings);
      const chosen = path === undefined ? rows : [findRow(rows, path)];
      if (check) return present(session, await judge(rows, chosen, live ? settings : null));
      const render =
        path === undefined
          ? renderTable(manifestProblems(headsOf(rows)), all ?? false)
          : renderPage;
      present(session, { data: chosen, ok: true, render });
    });

const headsOf = (rows: readonly ManifestRow[]): PageRow[] => rows.filter((row) => 'title' in row);

/**
 * Judges the chosen rows by the rules and by the build, or, with settings, by the running server.
 * @param rows all rows: some rules compare a page with the others.
 */
async function judge(
  rows: readonly ManifestRow[],
  chosen: readonly ManifestRow[],
  settings: Settings | null,
) {
  const missing = settings ? await liveProblems(chosen, localAddress(settings)) : unbuiltPages();
  const paths = new Set(chosen.map(({ path }) => path));
  const problems = [...manifestProblems(headsOf(rows)), ...missing].filter(({ path }) =>
    paths.has(path),
  );
  const data = { ok: problems.length === 0, pages: headsOf(chosen).length, problems };
  return { data, ok: data.ok, render: renderProblems };
}

/** Returns the routes as the server serves them with these settings and this build. */
function readManifest(settings: Settings): ManifestRow[] {
  const { shareImages } = readBuildFacts(fromRoot('.'));
  return [...manifest(pageConfig(settings, shareImages)), ...manifestRedirects()];
}

/** Returns the page or redirect at a path. Throws a Failure when the server would answer with the 404 page. */
function findRow(rows: readonly ManifestRow[], path: string): ManifestRow {
  const found = rows.find((row) => row.path === path) ?? redirectRow(path);
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
