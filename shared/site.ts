/** The promise in the lines of the home page’s title. The pen marks the second line. */
const promiseLines = ['Strategy decks', 'in minutes,', 'not weeks.'] as const;

/**
 * The brand: what visitors, prospects, crawlers and readers of mails see of the product. To rebrand the site, change this
 * file, `colors.ts` and the drawings in `client/brand/`. The other words of a page stand above its markup, in `client/`.
 * Every value is plain text: the code that uses a value escapes it. `SITE_ORIGIN` and `CONTACT_EMAIL` override the origin
 * and the mailbox.
 */
export const site = {
  name: 'Deckwright',
  promiseLines,
  promise: promiseLines.join(' '),
  /** What the product does, in at most 160 characters, for search engines. */
  description:
    'Upload a statement of work and your PowerPoint template. The AI drafts the storyline and slide titles to match; you edit and download the deck.',
  /** The product in a few words, after “We build”. */
  product: 'an AI tool that drafts consulting-style decks',
  keywords: [
    'strategy deck',
    'statement of work',
    'PowerPoint template',
    'AI storyline',
    'consulting slides',
    'PPTX',
  ],
  /** For whom the product is made. */
  audience: 'For strategy teams that answer a statement of work with a deck.',
  origin: 'http://localhost:3000',
  contactEmail: 'hello@deckwright.example',
  language: 'en',
  locale: 'en_US',
  copyrightYear: 2025,
  foundedYear: 2024,
  employees: { min: 2, max: 10 },
  areaServed: 'Worldwide',
  offer: { price: 299, currency: 'USD', billingMonths: 1 },
  /**
   * Whether the landing page names the price. The structured data always does. Off, because the owner has not decided
   * whether the beta has that price.
   */
  showPrice: false,
  claims: {
    revisions: 'Unlimited revisions',
    price: 'A fraction of the cost of hiring consultants',
    trust: 'SOC 2 path; no training on your docs',
  },
  advisors: 'Ex-cloud and finance-data engineering leaders',
  responseTime: 'We typically respond within 24 hours during business days',
  /** One sentence under the title of the home page’s share card. */
  shareNote: 'From statement of work to PPTX.',
  /** The drawing on the share cards beside the title, in words, for people who do not see the picture. */
  sharePicture: 'A drawn slide with a margin waterfall',
  /** The last words of every page. */
  lastWords: 'End of deck',
} as const;

export interface Founder {
  /** A person’s name. `check` warns while a role such as “The consultant” stands here. */
  name: string;
  /** The path of a portrait in `client/public`, for example `/founders/ada.jpg`. */
  picture?: string;
  title: string;
  /** The companies for which this person worked. */
  employers?: string;
  background: string;
  expertise: string;
  /** The part of the drawn slide that this founder works on. */
  place: string;
}

export const founders: readonly [Founder, Founder] = [
  {
    name: 'The consultant',
    title: 'Co-founder, strategy',
    background: 'Ex-consultant, from scoping to the final readout.',
    expertise: 'Works on storylines, issue trees and action titles.',
    place: 'On the title',
  },
  {
    name: 'The designer',
    title: 'Co-founder, product',
    background: 'Product designer, from sketch to shipped software.',
    expertise: 'Works on slide systems, typography and interaction.',
    place: 'On the grid',
  },
];

/** Returns whether a person stands for a founder, and not a role. */
export const isNamed = ({ name }: Founder): boolean => !name.startsWith('The ');
