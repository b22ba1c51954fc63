import escapeHtml from 'escape-html';
import type { BuildFacts } from '../../shared/build-output.ts';
import { canonical, themeColors } from '../../shared/head.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import { site } from '../../shared/site.ts';

type Config = Pick<PageConfig, 'origin' | 'contactEmail' | 'indexing'>;
type Days = BuildFacts['lastModified'];

const securityPath = '/.well-known/security.txt';
const sitemapPath = '/sitemap.xml';
const dayMs = 24 * 60 * 60 * 1000;
/** RFC 9116 demands less than a year. Each start of the server renews the file. */
const securityValidMs = 360 * dayMs;

const robotsTxt = ({ origin, indexing }: Config): string =>
  indexing
    ? `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}${sitemapPath}\n`
    : '# Not for search engines: a staging copy.\nUser-agent: *\nDisallow: /\n';

const urlEntry = (url: string, lastModified: string | undefined): string => {
  const day = lastModified ? `<lastmod>${escapeHtml(lastModified)}</lastmod>` : '';
  return `  <url><loc>${escapeHtml(url)}</loc>${day}</url>\n`;
};

function sitemapXml(config: Config, lastModified: Days): string {
  const urls = pages
    .filter((page) => page.robots.startsWith('index'))
    .map((page) => urlEntry(canonical(page, config) ?? '', lastModified[page.id]));
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

/** Returns what a browser needs to install the site as an app. */
const webManifest = (): string =>
  JSON.stringify({
    id: '/',
    name: site.name,
    short_name: site.name,
    description: site.promise,
    lang: site.language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: themeColors.light,
    background_color: themeColors.light,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });

/** Returns security.txt. It expires at midnight, so that replicas agree. @param now in milliseconds. */
function securityTxt({ origin, contactEmail }: Config, now: number): string {
  const expires = new Date(Math.floor((now + securityValidMs) / dayMs) * dayMs);
  return [
    `Contact: mailto:${encodeURI(contactEmail)}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${site.language}`,
    `Canonical: ${origin}${securityPath}`,
    '',
  ].join('\n');
}

/** Returns the small files for robots, browsers and researchers by their paths. @param now in milliseconds. */
export const generatedFiles = (config: Config, lastModified: Days, now = Date.now()) => ({
  '/robots.txt': robotsTxt(config),
  [sitemapPath]: sitemapXml(config, lastModified),
  '/site.webmanifest': webManifest(),
  [securityPath]: securityTxt(config, now),
});
