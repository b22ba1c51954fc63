/**
 * The one place to rebrand: who we are, what we promise, what we charge. The words of a page stand above its markup, in `client/`.
 * The origin and the contact address are defaults; `SITE_ORIGIN` and `CONTACT_EMAIL` override them.
 */
export const site = {
  name: 'Deckwright',
  promise: 'Strategy decks in minutes, not weeks.',
  origin: 'http://localhost:3000',
  contactEmail: 'hello@deckwright.example',
  language: 'en',
  locale: 'en_US',
  copyrightYear: 2025,
  foundedYear: 2024,
  employees: { min: 2, max: 10 },
  areaServed: 'Worldwide',
  offer: { price: 299, currency: 'USD', billingMonths: 1 },
  responseTime: 'We typically respond within 24 hours during business days',
  trust: 'SOC 2 path; no training on your docs',
} as const;

export interface Founder {
  /** A role such as “The consultant”, which `check` mentions, until the operator writes a person’s name here. */
  name: string;
  title: string;
  background: string;
  expertise: string;
  /** What of the slide beside them is theirs. */
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
