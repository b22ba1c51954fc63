/**
 * The brand: the name, the promise and the price. To rebrand the site, change this file. The words of a page stand above
 * its markup, in `client/`. `SITE_ORIGIN` and `CONTACT_EMAIL` override the origin and the contact address.
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
  /** A person’s name. `check` warns while a role such as “The consultant” stands here. */
  name: string;
  title: string;
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
