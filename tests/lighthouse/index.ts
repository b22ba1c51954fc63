import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';
import { chromium } from 'playwright';
import { type Page, pages } from '../../shared/pages.ts';
import { browserFlags, findBrowser } from '../support/browser.ts';
import { freePort, start } from '../support/running-server.ts';

/**
 * Lighthouse, as on a phone, over every page of the built site. Fails below 100 in accessibility, best
 * practices and search engines; says how fast each page is, which depends on the machine.
 */

const entry = new URL('../../dist/server/index.js', import.meta.url).pathname;
const categories = ['accessibility', 'best-practices', 'seo'];
const speeds = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

/** One page of each kind: the others of the early-access pages differ in their text only. */
const audited = pages.filter(
  ({ id }) => !id.startsWith('early-access') || /joined$|too_fast$/.test(id),
);

/** A page that search engines shall not show, and which says so, is marked down for saying so. */
const skipped = ({ robots, status }: Page): string[] => [
  ...(robots.includes('noindex') ? ['is-crawlable'] : []),
  ...(status === 200 ? [] : ['http-status-code', 'errors-in-console']),
];

/** @returns what is below 100, by what each audit objects to. */
async function audit(page: Page, origin: string, port: number): Promise<string[]> {
  const address = origin + (page.path ?? '/nowhere/at-all');
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', ...categories],
    skipAudits: skipped(page),
    ignoreStatusCode: true,
  };
  const result = (await lighthouse(address, flags))?.lhr;
  if (!result || result.runtimeError) return [`not audited: ${result?.runtimeError?.message}`];
  const scores = categories.map((id) => `${id} ${(result.categories[id]?.score ?? 0) * 100}`);
  const times = Object.entries(speeds).map(
    ([name, id]) => `${name} ${result.audits[id]?.displayValue}`,
  );
  console.log([page.id, ...scores, ...times].join(' · '));
  return categories
    .filter((id) => result.categories[id]?.score !== 1)
    .flatMap((id) => result.categories[id]?.auditRefs ?? [])
    .map(({ id }) => result.audits[id])
    .filter((one) => one && one.score !== null && one.score < 1)
    .map((one) => `${one?.id}: ${one?.title} ${JSON.stringify(one?.details ?? '')}`);
}

const folder = mkdtempSync(join(tmpdir(), 'deckwright-lighthouse-'));
const [port, debugging] = [await freePort(), await freePort()];
const origin = `http://127.0.0.1:${port}`;
const server = await start(entry, {
  PORT: String(port),
  NODE_ENV: 'test',
  DATA_DIR: folder,
  SITE_ORIGIN: origin,
});
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: [...browserFlags, `--remote-debugging-port=${debugging}`],
});
for (const page of audited) {
  for (const problem of await audit(page, origin, debugging)) {
    process.exitCode = 1;
    console.log(`  ✗ ${problem}`);
  }
}
await browser.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });
