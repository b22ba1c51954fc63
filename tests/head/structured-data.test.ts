import Validator from '@adobe/structured-data-validator';
import { describe, expect, test } from 'vitest';
import { pages } from '../../shared/pages.ts';
import { structuredData } from '../../shared/structured-data.ts';
import { schemaOrgVocabulary } from './schema-org-vocabulary.ts';

const config = { origin: 'https://deckwright.example', contactEmail: 'hello@deckwright.example' };
const validator = new Validator(schemaOrgVocabulary());

type Thing = { '@type': string } & Record<string, unknown>;

/** What the validator finds; it wants things by their type, as its extractor hands them over. */
async function issues(things: Thing[]): Promise<string[]> {
  const jsonld = Object.groupBy(structuredClone(things), (thing) => thing['@type']);
  const found = await validator.validate({ jsonld: jsonld as Record<string, Thing[]> });
  return found.map(
    ({ rootType, severity, issueMessage }) => `${rootType}: ${severity} ${issueMessage}`,
  );
}

const things = (id: string): Thing[] => {
  const page = pages.find((candidate) => candidate.id === id);
  const graph = page && structuredData(page, config);
  return (graph?.['@graph'] ?? []) as unknown as Thing[];
};

const describing = pages.filter((page) => page.structuredData.length > 0).map((page) => page.id);

test.each(describing)('what %s tells search engines is valid schema.org', async (id) => {
  expect(await issues(things(id))).toEqual([]);
});

describe('the validator is awake:', () => {
  test.each<[string, Thing]>([
    ['a property that a type does not have', { '@type': 'WebSite', billingDuration: 'P1M' }],
    ['a type that does not exist', { '@type': 'WebSpace' }],
    [
      'a price that is missing',
      { '@type': 'UnitPriceSpecification', billingDuration: 'P1M', priceCurrency: 'USD' },
    ],
    ['a trail without steps', { '@type': 'BreadcrumbList' }],
  ])('%s is found', async (_name, thing) => {
    expect(await issues([thing])).not.toEqual([]);
  });
});
