import { expect, test } from 'vitest';
import { pages } from './pages.ts';
import { structuredData } from './structured-data.ts';

const config = { origin: 'https://deckwright.example', contactEmail: 'write@deckwright.example' };

type Node = { '@type': string; '@id': string } & Record<string, unknown>;

const nodes = (id: string): Node[] => {
  const page = pages.find((candidate) => candidate.id === id);
  const graph = page && structuredData(page, config);
  return (graph?.['@graph'] ?? []) as unknown as Node[];
};

const node = (id: string, type: string) => nodes(id).find((entry) => entry['@type'] === type);

test('the organisation is as the site file has it', () => {
  expect(node('home', 'Organization')).toMatchObject({
    name: 'Deckwright',
    url: 'https://deckwright.example/',
    foundingDate: '2024',
    numberOfEmployees: { '@type': 'QuantitativeValue', minValue: 2, maxValue: 10 },
    areaServed: 'Worldwide',
    contactPoint: { '@type': 'ContactPoint', email: 'write@deckwright.example' },
  });
});

test('the site is the organisation’s, in English', () => {
  expect(node('home', 'WebSite')).toMatchObject({
    name: 'Deckwright',
    url: 'https://deckwright.example/',
    inLanguage: 'en',
    publisher: { '@id': node('home', 'Organization')?.['@id'] },
  });
});

test('the offer is 299 USD a month', () => {
  expect(node('home', 'SoftwareApplication')).toMatchObject({
    name: 'Deckwright',
    url: 'https://deckwright.example/',
    description: expect.stringMatching(/^Upload a statement of work/),
    publisher: { '@id': node('home', 'Organization')?.['@id'] },
    offers: {
      '@type': 'Offer',
      price: 299,
      priceCurrency: 'USD',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: 299,
        priceCurrency: 'USD',
        billingDuration: 'P1M',
      },
    },
  });
});

test('inner pages say where they are', () => {
  const item = { '@type': 'ListItem', position: 1, name: 'Deckwright' };
  const url = 'https://deckwright.example/privacy';
  expect(node('privacy', 'BreadcrumbList')).toMatchObject({
    '@id': `${url}#breadcrumb`,
    itemListElement: [
      { ...item, item: 'https://deckwright.example/' },
      { ...item, position: 2, name: 'Privacy Policy', item: url },
    ],
  });
  expect(node('home', 'BreadcrumbList')).toBeUndefined();
});

test.each(['home', 'upload', 'privacy', 'terms', 'careers'])(
  'a thing keeps its name on %s',
  (id) => {
    expect(node(id, 'Organization')?.['@id']).toBe('https://deckwright.example/#organization');
    expect(node(id, 'WebSite')?.['@id']).toBe('https://deckwright.example/#website');
  },
);

test('it is written in the words of schema.org', () => {
  const [home] = pages;
  expect(home && structuredData(home, config)).toHaveProperty('@context', 'https://schema.org');
});

test.each(pages.map((page) => page.id))('every reference on %s leads to a thing there', (id) => {
  const known = nodes(id).map((entry) => entry['@id']);
  const references = nodes(id).flatMap((entry) =>
    Object.values(entry).filter(
      (value): value is { '@id': string } =>
        typeof value === 'object' && value !== null && '@id' in value,
    ),
  );
  expect(references.filter((reference) => !known.includes(reference['@id']))).toEqual([]);
  expect(known).toEqual([...new Set(known)]);
});
