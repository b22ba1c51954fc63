import { type Outcome, outcomePath, paths } from './paths.ts';
import { type SignupErrorCode, signupErrors, signupTexts } from './signup/contract.ts';
import { site } from './site.ts';

export type { Outcome } from './paths.ts';

export type PageId =
  | 'home'
  | 'upload'
  | 'privacy'
  | 'terms'
  | 'careers'
  | 'not-found'
  | `early-access-${Outcome}`;

/** The schema.org things that a page may describe. */
export type StructuredDataType =
  | 'Organization'
  | 'WebSite'
  | 'SoftwareApplication'
  | 'BreadcrumbList';

/** The picture of a chat preview: a few set lines beside the drawn slide. Pages may share one. */
export interface ShareImage {
  /** Names its file and its address. */
  id: string;
  /** The title as it is set, at most three lines. */
  lines: readonly string[];
  /** Which line the pen marks. */
  marked: number;
  /** One sentence under the title. */
  note: string;
  /** What it shows, for those who cannot see it. */
  alt: string;
}

/** Everything a page is to the server, a search engine and a chat preview. */
export interface Page {
  id: PageId;
  /** The path it answers at, without a trailing slash; null for the 404 page, which answers everywhere else. */
  path: string | null;
  status: 200 | 404;
  /** At most 60 characters, unique. */
  title: string;
  /** At most 160 characters, unique. */
  description: string;
  keywords: readonly string[];
  robots: 'index, follow' | 'noindex, follow';
  image: ShareImage;
  /** What it tells search engines about us; the server and the client write it from `structured-data.ts`. */
  structuredData: readonly StructuredDataType[];
}

const image = (id: string, lines: readonly string[], marked: number, note: string): ShareImage => ({
  id,
  lines,
  marked,
  note,
  alt: `A drawn slide with a margin waterfall beside the words: ${lines.join(' ')}`,
});

const landingData = ['Organization', 'WebSite', 'SoftwareApplication'] as const;
const innerData = ['Organization', 'WebSite', 'BreadcrumbList'] as const;

const earlyAccessImage = image('early-access', ['Get Early', 'Access'], 1, 'Pre-launch beta.');

const keywords = ['strategy deck', 'statement of work', 'PowerPoint template', 'AI storyline'];

const outcomePage = (outcome: Outcome, title: string, description: string): Page => ({
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

const outcomePages: readonly Page[] = [
  outcomePage('joined', "You're on the list!", signupTexts.success),
  ...Object.entries(signupErrors).map(([code, { message }]) =>
    outcomePage(code as SignupErrorCode, `Sign-up failed (${code.replaceAll('_', ' ')})`, message),
  ),
];

export const pages: readonly Page[] = [
  {
    id: 'home',
    path: paths.home,
    status: 200,
    title: `${site.name}: strategy decks in minutes, not weeks`,
    description:
      'Upload a statement of work and your PowerPoint template. The AI drafts the storyline and slide titles to match; you edit and download the deck.',
    keywords: [...keywords, 'consulting slides', 'PPTX'],
    robots: 'index, follow',
    image: image(
      'home',
      ['Strategy decks', 'in minutes,', 'not weeks.'],
      1,
      'From statement of work to PPTX.',
    ),
    structuredData: landingData,
  },
  {
    id: 'upload',
    path: paths.upload,
    status: 200,
    title: `Upload Your Files | ${site.name}`,
    description:
      'The upload flow is coming next: add a statement of work and a PPTX template, review the AI storyline and slides, then download the deck.',
    keywords: [...keywords, 'upload SOW'],
    robots: 'index, follow',
    image: image('upload', ['Upload', 'Your Files'], 1, 'Upload Flow Coming Next.'),
    structuredData: innerData,
  },
  {
    id: 'privacy',
    path: paths.privacy,
    status: 200,
    title: `Privacy Policy | ${site.name}`,
    description: `The privacy policy of ${site.name} is coming soon. These are the topics it will cover, in plain language.`,
    keywords: ['privacy policy', 'no training on your docs'],
    robots: 'index, follow',
    image: image('privacy', ['Privacy', 'Policy'], 1, 'Coming Soon.'),
    structuredData: innerData,
  },
  {
    id: 'terms',
    path: paths.terms,
    status: 200,
    title: `Terms of Service | ${site.name}`,
    description: `The terms of service of ${site.name} are coming soon. These are the topics they will cover.`,
    keywords: ['terms of service', 'beta terms'],
    robots: 'index, follow',
    image: image('terms', ['Terms', 'of Service'], 1, 'Coming Soon.'),
    structuredData: innerData,
  },
  {
    id: 'careers',
    path: paths.careers,
    status: 200,
    title: `Join Our Team | ${site.name}`,
    description: `Openings at ${site.name} are coming soon. We build an AI tool that drafts consulting-style decks.`,
    keywords: ['careers', 'jobs', 'consulting', 'product design'],
    robots: 'index, follow',
    image: image('careers', ['Join', 'Our Team'], 1, 'Openings are coming soon.'),
    structuredData: innerData,
  },
  {
    id: 'not-found',
    path: null,
    status: 404,
    title: `Page not found | ${site.name}`,
    description: 'There is no page at this address.',
    keywords: ['page not found'],
    robots: 'noindex, follow',
    image: image('not-found', ['Oops! Page', 'not found'], 1, 'There is no page at this address.'),
    structuredData: [],
  },
  ...outcomePages,
];
