import Validator from '@adobe/structured-data-validator';
import { expect, test } from 'vitest';
import { pages } from '../../shared/pages.ts';
import { structuredData } from '../../shared/structured-data.ts';

const config = { origin: 'https://deckwright.example', contactEmail: 'hello@deckwright.example' };

type Thing = { '@type': string } & Record<string, unknown>;

/** What breaks the rules of rich results. schema.org’s own types and properties are held by TypeScript. */
async function issues(things: Thing[]): Promise<string[]> {
  const jsonld = Object.groupBy(structuredClone(things), (thing) => thing['@type']);
  const found = await new Validator().validate({ jsonld: jsonld as Record<string, Thing[]> });
  return found.map((issue) => `${issue.rootType}: ${issue.severity} ${issue.issueMessage}`);
}

const describing = pages.filter((page) => page.structuredData.length > 0);

test.each(describing)(
  'what $id tells search engines breaks no rule of rich results',
  async (page) => {
    const things = structuredData(page, config)?.['@graph'] as unknown as Thing[];
    expect(things).not.toEqual([]);
    expect(await issues(things)).toEqual([]);
    expect(await issues([{ '@type': 'BreadcrumbList' }])).not.toEqual([]);
  },
);
