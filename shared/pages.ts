import { entryPath, outcomePath, paths, redirects, type SignupEnd } from './paths.ts';
import { pageTextOf, signupEndCodes } from './signup/outcomes.ts';
import { signupTexts } from './signup/texts.ts';
import { site } from './site.ts';

/** The id of a page that the landing page links to. */
type InnerPageId = 'upload' | 'privacy' | 'terms' | 'careers';

export type PageId = 'home' | InnerPageId | 'not-found' | 'entry' | `early-access-${SignupEnd}`;

/** The schema.org things that a page may describe. */
export type ThingType = 'Organization' | 'WebSite' | 'SoftwareApplication' | 'BreadcrumbList';

/** The picture that a chat shows for a link: a title beside a drawn slide. Several pages may have the same picture. */
export interface ShareImage {
  /** The name of the file, which is also in the address. */
  id: string;
  /** The lines of the title, two or three. The pen marks the second line. */
  lines: readonly string[];
  /** One sentence under the title. */
  note: string;
  /** The alternative text. */
  alt: string;
}

/** The facts about a page that the server, search engines and chat previews need. */
export interface Page {
  id: PageId;
  /** The name of the prerendered document; the id if absent. All pages of a failed sign-up share one document. */
  document?: 'early-access-failed';
  /** The path, without a trailing slash. Null for the 404 page, which the server sends for every unknown path. */
  path: string | null;
  status: 200 | 404;
  /** At most 60 characters, unique. */
  title: string;
  /** At most 160 characters, unique. */
  description: string;
  keywords: readonly string[];
  robots: 'index, follow' | 'noindex, follow';
  image: ShareImage;
  /** The things that the page’s structured data describes. `structured-data.ts` makes it. */
  structuredData: readonly ThingType[];
}

const image = (id: string, lines: readonly string[], note: string): ShareImage => ({
  id,
  lines,
  note,
  alt: `${site.sharePicture} beside the words: ${lines.join(' ')}`,
});

const found = { status: 200, robots: 'index, follow' } as const;

/** Returns the fields of a page whose title has the words of its picture. */
const innerPage = (id: InnerPageId, lines: readonly string[], note: string) => ({
  ...found,
  id,
  path: paths[id],
  title: `${lines.join(' ')} | ${site.name}`,
  image: image(id, lines, note),
  structuredData: ['Organization', 'WebSite', 'BreadcrumbList'] as const,
});

const earlyAccessImage = image('early-access', ['Get Early', 'Access'], 'Pre-launch beta.');

const outcomePage = (outcome: SignupEnd, title: string, description: string): Page => ({
  id: `early-access-${outcome}`,
  path: outcomePath(outcome),
  status: 200,
  title: `${title} | ${site.name}`,
  description,
  keywords: ['early access'],
  robots: 'noindex, follow',
  image: earlyAccessImage,
  structuredData: [],
});

/** The promise as a part of a title: without the capital at its beginning and the full stop at its end. */
const promise = site.promise.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, '');
const noPage = 'There is no page at this address.';

export const homePage: Page = {
  ...found,
  id: 'home',
  path: paths.home,
  title: `${site.name}: ${promise}`,
  description: site.description,
  keywords: site.keywords,
  image: image('home', site.promiseLines, site.shareNote),
  structuredData: ['Organization', 'WebSite', 'SoftwareApplication'],
};

export const pages: readonly Page[] = [
  homePage,
  {
    ...innerPage('upload', ['Upload', 'Your Files'], 'Upload Flow Coming Next.'),
    description:
      'The upload flow is coming next: add a statement of work and a PPTX template, review the AI storyline and slides, then download the deck.',
    keywords: [...site.keywords, 'upload SOW'],
  },
  {
    ...innerPage('privacy', ['Privacy', 'Policy'], 'Coming Soon.'),
    description: `The privacy policy of ${site.name} is coming soon. These are the topics it will cover, in plain language.`,
    keywords: ['privacy policy', 'no training on your docs'],
  },
  {
    ...innerPage('terms', ['Terms', 'of Service'], 'Coming Soon.'),
    description: `The terms of service of ${site.name} are coming soon. These are the topics they will cover.`,
    keywords: ['terms of service', 'beta terms'],
  },
  {
    ...innerPage('careers', ['Join', 'Our Team'], 'Openings are coming soon.'),
    description: `Openings at ${site.name} are coming soon. We build ${site.product}.`,
    keywords: ['careers', 'jobs', 'consulting', 'product design'],
  },
  {
    id: 'not-found',
    path: null,
    status: 404,
    title: `Page not found | ${site.name}`,
    description: noPage,
    keywords: ['page not found'],
    robots: 'noindex, follow',
    image: image('not-found', ['Oops! Page', 'not found'], noPage),
    structuredData: [],
  },
  outcomePage('joined', signupTexts.joined, signupTexts.success),
  outcomePage('joined_with_mail', `${signupTexts.joined} Check your mail`, signupTexts.nextByMail),
  ...signupEndCodes.map((code) => {
    const title = `Sign-up failed (${code.replaceAll('_', ' ')})`;
    const page = outcomePage(code, title, pageTextOf(code));
    return { ...page, document: 'early-access-failed' } as const;
  }),
];

/** Returns the name of the prerendered document of a page. */
export const documentOf = ({ id, document }: Page): string => document ?? id;

/** The page of a prospect’s own entry. It is not in `pages`, because the server renders it for each request. */
export const entryPage: Page = {
  id: 'entry',
  path: entryPath,
  status: 200,
  title: `Your entry | ${site.name}`,
  description: `What ${site.name} keeps of your sign-up. You can confirm or remove it.`,
  keywords: ['early access'],
  robots: 'noindex, follow',
  image: earlyAccessImage,
  structuredData: [],
};

/**
 * Returns the address to which the server redirects a path. These paths are redirected: those of `redirects`, with and
 * without a trailing slash, and the path of a page with a trailing slash. Returns undefined for any other path.
 */
export function redirectOf(path: string): string | undefined {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const known = Object.entries(redirects).find(([from]) => from === bare);
  if (known) return known[1];
  return bare !== path && pages.some((page) => page.path === bare) ? bare : undefined;
}
