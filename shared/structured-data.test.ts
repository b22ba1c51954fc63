import Validator from '@adobe/structured-data-validator';
import { expect, test } from 'vitest';
import { pages } from './pages.ts';
import { site } from './site.ts';
import { structuredData } from './structured-data.ts';

const origin = 'https://deckwright.example';
const config = { origin, contactEmail: 'write@deckwright.example' };

type Node = { '@type': string; '@id': string } & Record<string, unknown>;

const nodes = (id: string): Node[] => {
  const page = pages.find((candidate) => candidate.id === id);
  const graph = page && structuredData(page, config);
  return (graph?.['@graph'] ?? []) as unknown as Node[];
};

const organization = { '@id': `${origin}/#organization` };
const named = { name: site.name, url: `${origin}/` };
const price = { price: site.offer.price, priceCurrency: site.offer.currency };
const billed = { '@type': 'UnitPriceSpecification', ...price, billingDuration: 'P1M' };
const item = { '@type': 'ListItem', position: 1, name: site.name, item: `${origin}/` };
const privacy = `${origin}/privacy`;

const descriptions: Record<string, object> = {
  Organization: {
    ...organization,
    ...named,
    foundingDate: String(site.foundedYear),
    numberOfEmployees: {
      '@type': 'QuantitativeValue',
      minValue: site.employees.min,
      maxValue: site.employees.max,
    },
    areaServed: site.areaServed,
    contactPoint: { '@type': 'ContactPoint', email: 'write@deckwright.example' },
  },
  WebSite: { '@id': `${origin}/#website`, ...named, inLanguage: 'en', publisher: organization },
  SoftwareApplication: {
    ...named,
    description: site.description,
    publisher: organization,
    offers: { '@type': 'Offer', ...price, priceSpecification: billed },
  },
  BreadcrumbList: {
    '@id': `${privacy}#breadcrumb`,
    itemListElement: [item, { ...item, position: 2, name: 'Privacy Policy', item: privacy }],
  },
};

test.each([
  ['home', ['Organization', 'WebSite', 'SoftwareApplication']],
  ['privacy', ['Organization', 'WebSite', 'BreadcrumbList']],
  ['not-found', []],
])('%s describes %j', (id, types) => {
  const expected = types.map((type) => ({ '@type': type, ...descriptions[type] }));
  expect(nodes(id)).toMatchObject(expected);
});

const described = pages.filter((page) => page.structuredData.length > 0);

test.each(described)('what $id tells breaks no rule, and refers to what is there', async (page) => {
  expect(structuredData(page, config)).toHaveProperty('@context', 'https://schema.org');
  const known = nodes(page.id).map((node) => node['@id']);
  expect(known).toEqual([...new Set(known)]);
  const referred = JSON.stringify(nodes(page.id)).matchAll(/\{"@id":"([^"]*)"\}/g);
  for (const [, id] of referred) expect(known).toContain(id);
  const byType = Object.groupBy(structuredClone(nodes(page.id)), (node) => node['@type']);
  const jsonld = byType as Record<string, Node[]>;
  expect(await new Validator().validate({ jsonld })).toEqual([]);
  const empty = { BreadcrumbList: [{ '@type': 'BreadcrumbList' }] };
  expect(await new Validator().validate({ jsonld: empty })).not.toEqual([]);
});
