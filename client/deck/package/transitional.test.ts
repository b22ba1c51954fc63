import { expect, it } from 'vitest';
import { normalize } from './transitional.ts';
import { newBudget, parseXml, serialize } from './xml.ts';

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function normalized(text: string): string {
  const root = parseXml(new TextEncoder().encode(text), 'part.xml', newBudget());
  normalize(root);
  return serialize(root);
}

it.each([relationships, 'http://purl.oclc.org/ooxml/officeDocument/relationships'])(
  'normalize declares the prefix r where a part has another prefix for %s',
  (address) => {
    expect(normalized(`<a xmlns:rel="${address}"><b rel:id="1" id="2"/></a>`)).toBe(
      `<a xmlns:r="${relationships}"><b id="2" r:id="1"/></a>`,
    );
  },
);

it('normalize declares the prefix r on an element within a part', () => {
  expect(normalized(`<a><b xmlns:q="${relationships}" q:embed="1"/></a>`)).toBe(
    `<a><b xmlns:r="${relationships}" r:embed="1"/></a>`,
  );
});

it('normalize leaves a part with the prefix r as the part is', () => {
  const part = `<a xmlns:r="${relationships}" xmlns:q="urn:q"><b r:id="1" q:id="2"/></a>`;
  expect(normalized(part)).toBe(part);
});
